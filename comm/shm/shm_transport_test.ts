import { testTransport } from "../test_transport.ts";
import { ShmTransport } from "./shm_transport.ts";

testTransport({
  name: "shm",
  open: (description) => new ShmTransport(description),
  uniqueName: () => `test-${crypto.randomUUID()}`,
});
