/** The keys of one robot: see the table of topics in docs/communication.md. */
export interface RobotKeys {
  /** Query with the configuration, answered by `OK` or `ERROR: <reason>`. */
  readonly init: string;
  /** States, interface → manager. */
  readonly state: string;
  /** Commands, manager → interface. */
  readonly command: string;
  /** Query of a manager of this program, at its end: what the interface has measured. */
  readonly figures: string;
  /** Liveliness token of the manager. */
  readonly managerToken: string;
  /** Liveliness token of the interface. */
  readonly interfaceToken: string;
}

/** The keys of the robot called `name`. */
export function robotKeys(name: string): RobotKeys {
  return {
    init: `${name}/init`,
    state: `${name}/state`,
    command: `${name}/command`,
    figures: `${name}/figures`,
    managerToken: `uri/alive/${name}/manager`,
    interfaceToken: `uri/alive/${name}/interface`,
  };
}
