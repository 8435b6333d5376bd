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

/**
 * The message above the view or in the topmost dialog, and what is sent again after a while. While something
 * was not saved, that stands there, and not that reads are repeated by themselves.
 */
export class Notices {
  readonly #owner: Owner
  #notice: Notice | null = null
  /** Why `#retries` wait. */
  #waiting: Notice | null = null
  /** By what they read, so that the same is not read several times. */
  #retries = new Map<unknown, () => Promise<void>>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(owner: Owner) {
    this.#owner = owner
  }

  show(message: string, actions: readonly NoticeAction[] = []): void {
    this.#notice = { message, actions }
    this.#owner.announce(message)
    this.#owner.requestUpdate()
  }

  /**
   * Several requests may fail for the same reason: one message, and all are sent again.
   *
   * @param read what they read: the next one that fails replaces the one before
   */
  retryLater(failure: Failure, read: unknown, retry: () => Promise<void>): void {
    const { text } = this.#owner
    const message =
      failure.code === 'OFFLINE'
        ? text.offline
        : failure.code === 'RATE_LIMIT_EXCEEDED'
          ? text.busy
          : text.unavailable
    if (this.#waiting === null) this.#owner.announce(message)
    this.#waiting = { message, actions: [{ label: text.retry, run: () => this.retry() }] }
    this.#retries.set(read, retry)
    clearTimeout(this.#timer)
    const seconds = Math.max(failure.retryAfterSeconds, shortestWaitSeconds)
    this.#timer = setTimeout(() => this.retry(), seconds * 1000)
    this.#owner.requestUpdate()
  }

  retry(): void {
    const retries = this.#retries
    if (retries.size === 0) return
    clearTimeout(this.#timer)
    this.#retries = new Map()
    this.#waiting = null
    this.#owner.requestUpdate()
    for (const retry of retries.values()) void retry()
  }

  /** What is being tried again stays. */
  dismiss(): void {
    this.#notice = null
    this.#owner.requestUpdate()
  }

  /** The live region has spoken it. */
  render(): TemplateResult | typeof nothing {
    const shown = this.#notice ?? this.#waiting
    if (!shown) return nothing
    const { message, actions } = shown
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
