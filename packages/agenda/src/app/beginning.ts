import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { FirstStep } from '../api/session.ts'
import type { Host } from '../host/host.ts'
import type { ViewName } from '../host/place.ts'

/** Where the agenda of a salon that has just begun would be empty. */
const views: readonly ViewName[] = ['dia', 'semana', 'lista', 'mes']

/** Without them nobody can be booked. */
const needed: readonly FirstStep[] = ['horarios', 'servicios', 'profesionales']

/**
 * The first steps of a new salon, above its agenda (D71): from the first visit on until all are done or
 * somebody hides them on this device. Nothing of it is loaded for the other salons.
 */
export class Beginning {
  readonly #host: Host
  #steps: (() => TemplateResult) | null = null

  constructor(host: Host) {
    this.#host = host
  }

  /** Once it is known who is signed in. */
  async start(): Promise<void> {
    const { primeros_pasos: done, negocio_id } = this.#host.salon
    const name = `silla:agenda:first-steps:${negocio_id}`
    const stored = localStorage.getItem(name)
    const hasBegun = stored !== null || needed.some((step) => !done[step])
    if (!this.#mayDoThem || this.#areDone || !hasBegun || stored === 'hidden') return
    localStorage.setItem(name, 'shown')
    const [{ firstSteps }, words] = await Promise.all([
      import('../settings/first-steps.ts'),
      import('../settings/text/load-settings-texts.ts').then(({ loadSettingsTexts }) =>
        loadSettingsTexts(this.#host.language),
      ),
    ])
    const hide = () => {
      localStorage.setItem(name, 'hidden')
      this.#steps = null
      this.#host.announce(words.start.hidden)
      // the button that had the focus is gone
      document.querySelector<HTMLElement>('#title')?.focus()
    }
    this.#steps = () => firstSteps(this.#host, words, hide)
    this.#host.requestUpdate()
  }

  get #mayDoThem(): boolean {
    return this.#host.may('ajustes.negocio')
  }

  get #areDone(): boolean {
    return Object.values(this.#host.salon.primeros_pasos).every(Boolean)
  }

  render(): TemplateResult | typeof nothing {
    const isShown = views.includes(this.#host.place.view) && this.#mayDoThem && !this.#areDone
    return this.#steps && isShown ? html`${this.#steps()}` : nothing
  }
}
