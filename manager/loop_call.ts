/** What the control loop of a manager calls at present, for `ManagerBlock.CALL`. */
export const LoopCall = {
  /** Nothing of others. */
  None: 0,
  /** `run()` of the controller. */
  Run: 1,
  /** `stop()` of the proxies and of the controller. */
  Stop: 2,
  /** Of the first robot: its measurements are handed over, and it may be initialised. Two more for each further robot. */
  Sensors: 3,
  /** Of the first robot: the controller is asked for its command. Two more for each further robot. */
  Command: 4,
  /** The robot of a call that is one's, and which of both it is. */
  robotOf(call: number): { readonly robot: number; readonly isCommand: boolean } {
    return { robot: (call - LoopCall.Sensors) >> 1, isCommand: (call - LoopCall.Sensors) % 2 === 1 };
  },
};
