import type { Failure } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { NoticeAction } from '../host/host.ts'
import type { Texts } from '../text/es.ts'

interface Owner {
  readonly text: Texts
  announce(message: string): void
  requestUpdate(): void
}

interface Notice {
  message: string
  /** Buttons that go on from there. */
  actions: readonly NoticeAction[]
}

const shortestWaitSeconds = 5

/** The message above the view or in the topmost dialog, and what is sent again after a while. */
export class Notices {
  readonly #owner: Owner
  #notice: Notice | null = null
  #retries: readonly (() => Promise<void>)[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(owner: Owner) {
    this.#owner = owner
  }

  show(message: string, actions: readonly NoticeAction[] = []): void {
    this.hide()
    this.#notice = { message, actions }
    this.#owner.announce(message)
  }

  /** Several requests may fail for the same reason: one message, and all are sent again. */
  retryLater(failure: Failure, retry: () => Promise<void>): void {
    const { text } = this.#owner
    const retries = [...this.#retries, retry]
    const message =
      failure.code === 'OFFLINE'
        ? text.offline
        : failure.code === 'RATE_LIMIT_EXCEEDED'
          ? text.busy
          : text.unavailable
    this.show(message, [{ label: text.retry, run: () => this.retry() }])
    this.#retries = retries
    const seconds = Math.max(failure.retryAfterSeconds, shortestWaitSeconds)
    this.#timer = setTimeout(() => this.retry(), seconds * 1000)
  }

  retry(): void {
    const retries = this.#retries
    if (retries.length === 0) return
    this.hide()
    for (const each of retries) void each()
  }

  /** What is being tried again stays. */
  dismiss(): void {
    if (this.#retries.length === 0) this.hide()
  }

  hide(): void {
    clearTimeout(this.#timer)
    this.#retries = []
    this.#notice = null
    this.#owner.requestUpdate()
  }

  /** The live region has spoken it. */
  render(): TemplateResult | typeof nothing {
    if (!this.#notice) return nothing
    const { message, actions } = this.#notice
    return html`<div class="notice">
      <p>${message}</p>
      <div class="actions">
        ${actions.map(
          ({ label, run }) =>
            html`<button type="button" class="secondary" @click=${() => this.#follow(run)}>${label}</button>`,
        )}
      </div>
    </div>`
  }

  #follow(run: () => void): void {
    this.dismiss()
    run()
  }
}
