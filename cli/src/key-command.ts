import { CliError } from './errors/report-error.ts'
import { keyErrorReport } from './format/keys.ts'
import { writeAndFlush } from './format/stdout.ts'
import { onInterrupt } from './prompts/on-interrupt.ts'
import { SillaCommand } from './silla-command.ts'
import { JsonStream } from './text/json.ts'

/**
 * A command that creates keys. A key is shown only once, so it is printed before it is stored: even
 * if the process ends, there is no stored key that nobody has received. The first Ctrl-C lets the
 * current key finish.
 */
export abstract class KeyCommand extends SillaCommand {
  /** The output of --json, written as it is produced. */
  protected readonly json = new JsonStream(writeAndFlush)
  readonly #stop = new AbortController()
  #hasPrinted = false
  #isStdoutClosed = false

  /** Aborted when no further key should be created. */
  protected get stopSignal(): AbortSignal {
    return this.#stop.signal
  }

  /** Keys that were printed before may not have been read. */
  protected get isStdoutClosed(): boolean {
    return this.#isStdoutClosed
  }

  /**
   * Runs work that creates keys. JSON output that has begun is always completed, with an `error` if
   * the work failed.
   */
  protected async createAndPrint<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await onInterrupt(this.#stop, work)
      if (this.json.hasBegun) await this.json.end(0)
      return result
    } catch (error) {
      return await this.#reportFailure(error)
    }
  }

  /**
   * Prints output that contains a key, and waits until it has reached the reader.
   * @throws CliError when stdout is closed; further keys would not reach anybody either
   */
  protected async print(text: string, json: () => Promise<void>): Promise<void> {
    try {
      await (this.jsonEnabled() ? json() : writeAndFlush(text))
      this.#hasPrinted = true
    } catch {
      this.#isStdoutClosed = true
      this.#stop.abort()
      throw new CliError('Standard output is closed, so the key was not created.')
    }
  }

  async #reportFailure(cause: unknown): Promise<never> {
    const report = keyErrorReport(cause, this.#hasPrinted && !(cause instanceof CliError))
    if (!this.json.hasBegun) throw this.#hasPrinted ? new CliError(report.message) : cause
    try {
      await this.json.end(1)
      await this.json.fields({ error: report })
      await this.json.end(0)
    } catch {
      process.stderr.write(`Error: ${report.message}\n`)
    }
    return this.exit(1)
  }

  /** Prints the result only if it has not been written already. */
  protected override logJson(json: unknown): void {
    if (!this.json.hasBegun) super.logJson(json)
  }
}
