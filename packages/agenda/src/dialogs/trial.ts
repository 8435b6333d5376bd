import type { Failure } from '@silla/widget/shared'
import { isSessionEnd } from '../api/api.ts'
import type { Host } from '../host/host.ts'

/** A change that is tried before it is made, so that a dialog shows first what it would do. */
export class Trial<Result> {
  readonly #host: Host
  readonly #send: (simulated: boolean) => Promise<Result>
  readonly #reload: (() => Promise<void>) | undefined
  #result: Result | null = null
  #refused: Failure | null = null
  #attempts = 0

  /** @param reload reads what has changed since, so that the change can be tried again */
  constructor(
    host: Host,
    send: (simulated: boolean) => Promise<Result>,
    reload?: () => Promise<void>,
  ) {
    this.#host = host
    this.#send = send
    this.#reload = reload
  }

  /** What it would do; null: not tried yet, or refused. */
  get result(): Result | null {
    return this.#result
  }

  get refused(): Failure | null {
    return this.#refused
  }

  /** Something else was chosen: an attempt under way does not count. */
  forget(): void {
    this.#attempts++
    this.#result = null
    this.#refused = null
    this.#host.requestUpdate()
  }

  /** @throws Failure unless the API has refused the change itself */
  async run(): Promise<void> {
    const conflict = await this.#tryOnce()
    // the page had not shown it yet when the dialog was opened
    if (conflict?.code === 'VERSION_CONFLICT') await this.#tryAgain(conflict)
  }

  /** @returns why it was refused; null: it was not, or something else was chosen meanwhile */
  async #tryOnce(): Promise<Failure | null> {
    this.forget()
    const attempt = this.#attempts
    try {
      const result = await this.#send(true)
      if (attempt === this.#attempts) this.#result = result
    } catch (error) {
      const failure = error as Failure
      // it says nothing about the change
      if (!failure.refusal || failure.isTemporary || isSessionEnd(failure)) throw error
      if (attempt === this.#attempts) this.#refused = failure
    }
    this.#host.requestUpdate()
    return attempt === this.#attempts ? this.#refused : null
  }

  /** Somebody else has changed it: what the change would do now is shown beside the message. */
  async #tryAgain(conflict: Failure): Promise<void> {
    if (!this.#reload) return
    await this.#reload()
    await this.#tryOnce()
    this.#refused ??= conflict
    this.#host.requestUpdate()
  }

  /**
   * Makes the change and closes the dialog.
   *
   * @param done says what was done
   */
  save(done: (result: Result) => void): void {
    const host = this.#host
    void host.attempt(
      async () => {
        const result = await this.#send(false)
        host.close()
        done(result)
        await host.changed()
      },
      (failure) => {
        this.#refused = failure
        this.#result = null
        if (failure.code === 'VERSION_CONFLICT') void host.load(() => this.#tryAgain(failure))
        // somebody else was quicker: what is shown behind is old
        void host.changed()
        return true
      },
    )
  }
}
