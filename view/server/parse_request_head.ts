const LINE = /^([A-Z]{1,16}) (\S{1,8192}) HTTP\/1\.[01]$/;
const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/;

/** The request whose head (RFC 9112, without the empty line at its end) this is; undefined for what is none. What comes behind a head is not looked at. */
export function parseRequestHead(head: string): Request | undefined {
  const [line, ...fields] = head.split("\r\n");
  const [, method, target] = LINE.exec(line) ?? [];
  if (method === undefined) return undefined;
  // A proxy names the whole address; whom it names is told by Host.
  const path = /^http:\/\/[^/?#]*(\/.*)$/i.exec(target)?.[1] ?? target;
  if (!path.startsWith("/")) return undefined;
  const headers = new Headers();
  try {
    for (const field of fields) {
      const [, name, value] = FIELD.exec(field) ?? [];
      if (name === undefined) return undefined;
      headers.append(name, value);
    }
    return new Request(`http://localhost${path}`, { method, headers });
  } catch {
    // A method or a value that HTTP forbids.
    return undefined;
  }
}
