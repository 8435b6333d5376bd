import { CliError } from './errors/report-error.ts'
import { JsonStream } from './format/json-stream.ts'
import { keyErrorReport } from './format/key-outcome.ts'
import { writeAndFlush } from './format/stdout.ts'
import { onInterrupt } from './prompts/on-interrupt.ts'
import { SillaCommand } from './silla-command.ts'

/**
 * A command that makes keys. A key is told once, so it is told before it is kept: whatever ends us,
 * there is no key that nobody has seen. The first Ctrl-C lets the key come to its end that is under
 * way.
 */
export abstract class KeyCommand extends SillaCommand {
  /** What --json tells, as it comes. */
  protected readonly json = new JsonStream(writeAndFlush)
  readonly #enough = new AbortController()
  #hasTold = false

  /** Aborted when no further key is to be made. */
  protected get enough(): AbortSignal {
    return this.#enough.signal
  }

  /**
   * Makes keys. JSON that was begun meanwhile is ended whatever comes, with an `error` when it is
   * not all.
   */
  protected async making<T>(work: () => Promise<T>): Promise<T> {
    try {
      const made = await onInterrupt(this.#enough, work)
      if (this.json.hasBegun) await this.json.end(0)
      return made
    } catch (error) {
      return await this.#tellFailure(error)
    }
  }

  /**
   * Tells what holds a key, and waits until it is with the reader.
   * @throws Problem when the reader has left; a further key would be told to nobody either
   */
  protected async tell(text: string, json: () => Promise<void>): Promise<void> {
    try {
      await (this.jsonEnabled() ? json() : writeAndFlush(text))
      this.#hasTold = true
    } catch {
      this.#enough.abort()
      throw new CliError('Nobody reads the key that would be told: it was not made.')
    }
  }

  async #tellFailure(cause: unknown): Promise<never> {
    const observation = keyErrorReport(cause, this.#hasTold && !(cause instanceof CliError))
    if (!this.json.hasBegun) throw this.#hasTold ? new CliError(observation.message) : cause
    try {
      await this.json.end(1)
      await this.json.fields({ error: observation })
      await this.json.end(0)
    } catch {
      process.stderr.write(`Error: ${observation.message}\n`)
    }
    return this.exit(1)
  }

  /** What was told as it came is not told again. */
  protected override logJson(json: unknown): void {
    if (!this.json.hasBegun) super.logJson(json)
  }
}
