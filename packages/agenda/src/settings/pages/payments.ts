import type { Wire } from '@silla/client'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { withPasskey } from '../../host/with-passkey.ts'
import type { SettingsHost, SettingsPage } from '../settings-host.ts'

/** The salon's account at the card processor, and the way on to what is missing (D53). */
class PaymentsPage implements SettingsPage {
  readonly #settings: SettingsHost
  readonly isDirty = false
  #account: Wire['CuentaPagos'] | null = null

  constructor(settings: SettingsHost) {
    this.#settings = settings
  }

  get title(): string {
    return this.#settings.words.sections.pagos
  }

  async load(): Promise<void> {
    this.#account = await this.#settings.host.api.call((silla) =>
      silla.GET('/api/v1/ajustes/pagos/'),
    )
  }

  render(): TemplateResult | typeof nothing {
    if (this.#account === null) return nothing
    const { payments } = this.#settings.words
    const { estado, faltan, actualizada } = this.#account
    const [title, text] = payments.states[estado]
    return html`<h2>${title}</h2>
      ${actualizada ? nothing : html`<p class="outcome" role="status">${payments.notCurrent}</p>`}
      <p>${text}</p>
      ${
        faltan.length === 0
          ? nothing
          : html`<p>${payments.missing}</p>
              <ul>
                ${faltan.map((fact) => html`<li>${payments.facts[fact]}</li>`)}
              </ul>`
      }
      ${this.#next(estado)}`
  }

  #next(state: Wire['CuentaPagos']['estado']): TemplateResult {
    const { host, link, words } = this.#settings
    const { payments } = words
    if (state === 'lista') {
      const { href, follow } = link('reglas')
      return html`<p><a href=${href} @click=${follow}>${payments.rules}</a></p>`
    }
    const busy = host.busy ? 'true' : nothing
    const again = html`<button type="button" class="secondary" aria-disabled=${busy} @click=${this.#checkAgain}>
      ${payments.checkAgain}
    </button>`
    if (state !== 'incompleta') return html`<p>${again}</p>`
    return host.may('ajustes.cobros')
      ? html`<p class="actions">
          <button type="button" class="primary" aria-disabled=${busy} @click=${this.#continue}>
            ${payments.continue}
          </button>
          ${again}
        </p>`
      : html`<p class="muted">${payments.ownersOnly}</p>`
  }

  #checkAgain = (): void => {
    const { host, words } = this.#settings
    void host.load(async () => {
      await this.load()
      host.requestUpdate()
      const [title = ''] = this.#account ? words.payments.states[this.#account.estado] : []
      host.announce(title)
    })
  }

  #continue = (): void => {
    const { host } = this.#settings
    void host.attempt(async () => {
      const { url } = await withPasskey(host, () =>
        host.api.call((silla) => silla.POST('/api/v1/ajustes/pagos/continuar/', { body: {} })),
      )
      location.assign(url)
    })
  }
}

export default (settings: SettingsHost): PaymentsPage => new PaymentsPage(settings)
