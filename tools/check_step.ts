/** What came out of a step: "" for good, or what is wrong; or why it was skipped. */
export type StepResult = { readonly trouble: string } | { readonly skipped: string };

/** One thing that `./dev check` looks at. */
export interface CheckStep {
  /** What is looked at. */
  readonly name: string;
  /** Looks. */
  run(): Promise<StepResult>;
}
