import { testTransport } from "../test_transport.ts";
import { LocalHub } from "./local_hub.ts";
import { LocalTransport } from "./local_transport.ts";

const hub = new LocalHub();
let names = 0;

testTransport({
  name: "local",
  open: (description) => new LocalTransport(hub, description),
  uniqueName: () => `robot${names++}`,
});
