import { localeOf } from '@silla/locale'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { type Api, createApi } from '../api/api.ts'
import { Failure } from '../api/failure.ts'
import baseStyles from '../style/base.css'
import tokens from '../style/tokens.css'
import type { Texts } from '../text/es.ts'
import { createFormat, type Format } from '../text/format.ts'
import { type Language, languageOf } from '../text/language.ts'
import { loadTexts } from '../text/load-texts.ts'
import type { SillaHost } from './host.ts'
import { type Notice, type NoticeAction, noticeOf } from './notice.ts'
import { type Properties, RenderedElement } from './rendered-element.ts'

/**
 * What both elements share: attributes, texts, the API, messages and the live region.
 *
 * A subclass loads what it shows in `prepare` and renders it in `content`.
 */
export abstract class SillaElement extends RenderedElement implements SillaHost {
  static override properties: Properties = {
    key: {},
    lang: {},
    theme: {},
    apiBase: { attribute: 'api' },
  }

  static override styles = [tokens, baseStyles]

  /** The publishable key of the salon. */
  declare key: string | null
  /** `light`, `dark`, or `auto`: as the page, by its `color-scheme`. Styles alone read it. */
  declare theme: string | null
  /** The URL of the API; by default that from which this file was loaded. */
  declare apiBase: string | null

  api!: Api
  language!: Language
  text!: Texts
  format!: Format
  busy = false
  /** `prepare` has succeeded. */
  protected isReady = false

  #notice: Notice | null = null
  #status = ''
  #retries: readonly (() => Promise<void>)[] = []
  #failures = 0
  #stopRetrying = () => {}
  #started: Promise<void> = Promise.resolve()

  /** Loads what the element shows, and calls `localize`. Called again when an attribute changes. */
  protected abstract prepare(): Promise<void>
  /** What is shown once `prepare` has succeeded. */
  protected abstract content(): TemplateResult
  /** Shown meanwhile: takes the place of the content, so that nothing moves. */
  protected abstract skeleton(): TemplateResult

  protected override willUpdate(changed: ReadonlySet<string>): void {
    if (!this.hasUpdated || ['key', 'lang', 'api'].some((name) => changed.has(name)))
      this.#started = this.#started.then(() => this.#start())
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#stopRetrying()
  }

  async #start(): Promise<void> {
    this.isReady = false
    this.language = languageOf(this)
    this.api = createApi({
      baseUrl: (this.apiBase ?? new URL(import.meta.url).origin).replace(/\/$/, ''),
      key: this.key ?? '',
      language: this.language,
    })
    this.text = await loadTexts(this.language)
    if (this.key) await this.load(() => this.#prepare())
    else this.show(this.text.notConfigured)
  }

  async #prepare(): Promise<void> {
    await this.prepare()
    this.isReady = true
    this.requestUpdate()
  }

  /** How this salon's dates and amounts are written for this visitor. */
  protected localize({ country, currency }: { country: string; currency: string }): void {
    this.format = createFormat(localeOf(this.language, country), currency)
  }

  async attempt(task: () => Promise<void>, refused?: (failure: Failure) => boolean): Promise<void> {
    if (this.busy) return
    this.hideNotice()
    this.busy = true
    await this.#run(task, refused, () => this.attempt(task, refused)).finally(() => {
      this.busy = false
      this.requestUpdate()
    })
    await this.#showNotice()
  }

  /** The button that was pressed stays on the screen; the message may stand far above it. */
  async #showNotice(): Promise<void> {
    await this.updateComplete
    this.renderRoot.querySelector('.notice')?.scrollIntoView({ block: 'nearest' })
  }

  load(task: () => Promise<void>): Promise<void> {
    return this.#run(task, undefined, () => this.load(task))
  }

  async #run(
    task: () => Promise<void>,
    refused: ((failure: Failure) => boolean) | undefined,
    retry: () => Promise<void>,
  ): Promise<void> {
    try {
      await task()
      this.#failures = 0
    } catch (error) {
      if (!(error instanceof Failure)) {
        this.show(this.text.failed)
        throw error
      }
      this.emit('error', error.refusal ?? { code: error.code })
      if (siteCodes.has(error.code)) this.#turnOff(error)
      else if (error.isTemporary) this.#retryLater(error, retry)
      else if (!refused?.(error) && !this.refused(error))
        this.show(error.message || this.text.failed)
    }
  }

  /** A mistake of the site, or a key that was revoked meanwhile: its customers need not read why. */
  #turnOff({ message }: Failure): void {
    console.error(`<${this.localName}>: ${message}`)
    this.isReady = false
    this.show(this.text.notConfigured)
  }

  /** What any request of this element may be refused for; false: the message is shown. */
  protected refused(_failure: Failure): boolean {
    return false
  }

  /** Several requests may fail for the same reason: one message, and all are sent again. */
  #retryLater(failure: Failure, retry: () => Promise<void>): void {
    const retries = [...this.#retries, retry]
    this.hideNotice()
    this.#retries = retries
    const { notice, stop } = noticeOf(failure, {
      text: this.text,
      retry: () => {
        this.hideNotice()
        for (const each of retries) void each()
      },
      changed: () => this.requestUpdate(),
      failures: ++this.#failures,
    })
    this.#stopRetrying = stop
    this.#notice = notice
    this.announce(notice.message)
  }

  show(message: string, actions: readonly NoticeAction[] = []): void {
    this.hideNotice()
    this.#notice = { message, actions }
    this.announce(message)
  }

  dismiss(): void {
    if (this.#retries.length === 0) this.hideNotice()
  }

  /** Takes the message away, and stops trying again. */
  protected hideNotice(): void {
    this.#stopRetrying()
    this.#retries = []
    this.#notice = null
    this.requestUpdate()
  }

  announce(message: string): void {
    // an equal text would not be spoken again
    this.#status = this.#status === message ? `${message}\u00a0` : message
    this.requestUpdate()
  }

  emit(name: 'booked' | 'cancelled' | 'rescheduled' | 'error', detail: unknown): void {
    this.dispatchEvent(new CustomEvent(`silla:${name}`, { detail, bubbles: true, composed: true }))
  }

  override render(): TemplateResult {
    const direction = this.language === 'ar' ? 'rtl' : 'ltr'
    return html`<div class="root" part="root" lang=${this.language} dir=${direction}>
      ${this.isReady ? this.content() : this.#beginning()}
      <div class="hidden" role="status">${this.#status}</div>
    </div>`
  }

  /**
   * Without a way to go on, what the site has put between the tags is shown: a link, a number. Of that,
   * what looks like the content stands in its place until then.
   */
  #beginning(): TemplateResult {
    const preview = html`<slot name="preview"></slot>`
    if (this.#notice) return html`<div class="begin">${this.notice()}<slot></slot>${preview}</div>`
    return this.querySelector('[slot=preview]') ? preview : this.skeleton()
  }

  /** The button goes away with the message: its focus moves to the heading. */
  async #follow(run: () => void): Promise<void> {
    run()
    await this.updateComplete
    if (!this.renderRoot.activeElement)
      this.renderRoot.querySelector<HTMLElement>('#title')?.focus()
  }

  /** The message above the step. The live region has spoken it. */
  protected notice(): TemplateResult | typeof nothing {
    if (!this.#notice) return nothing
    const { message, actions, seconds } = this.#notice
    return html`<div class="notice" part="notice">
      <p>${message} ${seconds ? this.format?.count(this.text.retryIn, seconds()) : nothing}</p>
      <div class="actions">
        ${actions.map(
          ({ label, run }) =>
            html`<button type="button" class="secondary" @click=${() => this.#follow(run)}>${label}</button>`,
        )}
      </div>
    </div>`
  }
}

/** The key or the address of the page is wrong. */
const siteCodes: ReadonlySet<string> = new Set(['INVALID_API_KEY', 'ORIGIN_NOT_ALLOWED'])
