import assert from "node:assert/strict";
import { readRustFields } from "./read_rust_fields.ts";

Deno.test("fields of structs, with attributes, comments and texts around them", () => {
  const found = readRustFields(`
    /// A key like "some/**" in a comment, and an odd quote: "
    #[derive(Debug)]
    pub struct Plain<'a, T> {
      #[serde(default, rename = "x // y")]
      pub(crate) one: Option<Vec<T>>, // the first
      two: std::net::SocketAddr,
      pub three: &'a str,
      four: HashMap<String, (u8, u16)>,
    }
    pub struct Wrapped(pub(crate) Vec<Inner>);
    pub struct Nothing;
    const TEXT: &str = r#"struct Fake { a: "b" }"#;
    fn quote() -> char { '"' }
    pub struct Last { end: bool }
  `);
  assert.deepEqual([...found.keys()], ["Plain", "Wrapped", "Last"]);
  assert.deepEqual([...found.get("Plain")!.keys()], ["one", "two", "three", "four"]);
  const leaf = (name: string) => ({ name, args: [] });
  assert.deepEqual(found.get("Plain")!.get("one"), { name: "Option", args: [{ name: "Vec", args: [leaf("T")] }] });
  assert.deepEqual(found.get("Plain")!.get("two"), leaf("SocketAddr"));
  assert.deepEqual([...found.get("Wrapped")!], [["0", { name: "Vec", args: [leaf("Inner")] }]]);
});

Deno.test("the macro that declares structs in place", () => {
  const found = readRustFields(`
    validated_struct::validator! {
      #[derive(Default)]
      Config {
        id: Option<u8>,
        /// Nested.
        pub outer: #[derive(Default)]
        Outer {
          size: Size { a: usize, b: usize } where (is_good),
          threads: usize,
        },
        #[validated(recursive_accessors)]
        last: Value,
      }
    }
  `);
  const config = found.get("Config")!;
  assert.deepEqual([...config.keys()], ["id", "outer", "last"]);
  const outer = config.get("outer")!;
  assert.equal(outer.name, "Outer");
  assert.deepEqual([...outer.fields!.keys()], ["size", "threads"]);
  assert.deepEqual([...outer.fields!.get("size")!.fields!.keys()], ["a", "b"]);
});
