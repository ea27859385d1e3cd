import type { Logger } from "../../core/log/logger.ts";
import type { ModelDocument } from "../feed/view_messages.ts";
import type { ModelGeometry } from "../geometry/model_geometry.ts";
import type { ViewModel } from "../view_source.ts";

/** What a page asks for of a model. */
export interface ModelAnswer {
  /** The document. */
  readonly document: ModelDocument;
  /** The numbers of its meshes. */
  readonly meshes: Uint8Array<ArrayBuffer>;
}

/** Loads models one after the other, when the first of them is asked for: what they need of memory and time is needed once, or never. */
export class ModelAnswers {
  readonly #models: readonly ViewModel[];
  readonly #log: Logger;
  #answers: readonly Promise<ModelAnswer>[] | undefined;

  /** Loads nothing yet. What cannot be drawn is logged once, and told to pages. */
  constructor(models: readonly ViewModel[], log: Logger) {
    this.#models = models;
    this.#log = log;
  }

  /** The answer for the model with this number; undefined when there is none. */
  find(model: number): Promise<ModelAnswer> | undefined {
    this.#answers ??= this.#load();
    return this.#answers[model];
  }

  #load(): Promise<ModelAnswer>[] {
    let before: Promise<unknown> = Promise.resolve();
    return this.#models.map((model) => {
      const answer = before.then(() => model.load()).then(answerOf, (error: Error): ModelAnswer => {
        this.#log.warning(`[View] ${model.name} is not drawn: ${error.message}`);
        return { document: { error: error.message }, meshes: new Uint8Array() };
      });
      before = answer;
      return answer;
    });
  }
}

function answerOf({ bodies, meshes, notes }: ModelGeometry): ModelAnswer {
  const numbers = new Float32Array(meshes.reduce((sum, { positions }) => sum + 2 * positions.length, 0));
  let at = 0;
  for (const { positions, normals } of meshes) {
    numbers.set(positions, at);
    numbers.set(normals, at + positions.length);
    at += 2 * positions.length;
  }
  return {
    document: { bodies, meshes: meshes.map(({ positions }) => positions.length), notes },
    meshes: new Uint8Array(numbers.buffer),
  };
}
