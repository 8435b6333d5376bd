import type { Wire } from '@silla/client'
import { failureOf, fill, isolated, momentOf } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { withPasskey } from '../../host/with-passkey.ts'
import type { SettingsHost, SettingsPage } from '../settings-host.ts'

const address = '/api/v1/ajustes/descarga/'

/** Everything of the salon for its owner: a link by email, and the file with the token of the link (D68). */
class DownloadPage implements SettingsPage {
  readonly #settings: SettingsHost
  readonly isDirty = false
  #link: Wire['DescargaDatos'] | null = null
  #isDone = false

  constructor(settings: SettingsHost) {
    this.#settings = settings
  }

  get title(): string {
    return this.#settings.words.sections.descarga
  }

  async load(): Promise<void> {
    this.#link = await this.#settings.host.api.call((silla) => silla.GET(address))
  }

  render(): TemplateResult | typeof nothing {
    const link = this.#link
    if (link === null) return nothing
    const { download } = this.#settings.words
    const token = tokenOfAddress()
    return html`<p>${download.what}</p>
      <p class="muted">${download.without}</p>
      ${token === null ? this.#request(link) : this.#open(token)}`
  }

  #open(token: string): TemplateResult {
    const { host, words } = this.#settings
    const { download } = words
    return html`<p class="actions">
        <button
          type="button"
          class="primary"
          aria-disabled=${host.busy ? 'true' : nothing}
          @click=${() => this.#download(token)}
        >
          ${download.download}
        </button>
      </p>
      ${host.busy ? html`<p role="status">${download.running}</p>` : nothing}
      ${this.#isDone ? html`<p class="outcome" role="status">${download.done}</p>` : nothing}`
  }

  #request({
    estado,
    email,
    enviada_en,
    caduca_en,
    otra_desde,
  }: Wire['DescargaDatos']): TemplateResult {
    const { host, words } = this.#settings
    const { download } = words
    const busy = host.busy ? 'true' : nothing
    const values = { email: isolated(email), until: this.#moment(caduca_en) }
    const sent = enviada_en === null ? download.requested : download.sent
    return html`
      ${estado === 'vigente' ? html`<p class="outcome" role="status">${fill(sent, values)}</p>` : nothing}
      ${estado === 'caducada' ? html`<p>${download.expired}</p>` : nothing}
      ${estado === 'anulada' ? html`<p>${download.revoked}</p>` : nothing}
      <p class="actions">
        ${
          otra_desde === null
            ? html`<button type="button" class="primary" aria-disabled=${busy} @click=${this.#send}>
                ${fill(download.request, values)}
              </button>`
            : html`<span class="muted">${fill(download.next, { from: this.#moment(otra_desde) })}</span>`
        }
        ${
          estado === 'vigente'
            ? html`<button type="button" class="secondary" aria-disabled=${busy} @click=${this.#revoke}>
                ${download.revoke}
              </button>`
            : nothing
        }
      </p>`
  }

  #moment(at: string | null): string {
    const { format, catalog } = this.#settings.host
    return at === null ? '' : momentOf(format, at, catalog.timeZone)
  }

  #send = (): void => {
    const { host, words } = this.#settings
    void host.attempt(async () => {
      this.#link = await withPasskey(host, () =>
        host.api.call((silla) => silla.POST(address, { body: {} })),
      )
      host.announce(fill(words.download.requested, { email: this.#link.email }))
    })
  }

  #revoke = (): void => {
    const { host, words } = this.#settings
    void host.attempt(async () => {
      this.#link = await host.api.call((silla) => silla.DELETE(address))
      host.announce(words.download.revoked)
    })
  }

  #download(token: string): void {
    const { host } = this.#settings
    this.#isDone = false
    void host.attempt(async () => {
      const file = await withPasskey(host, () => this.#read(token))
      save(file)
      this.#isDone = true
    })
  }

  /** The response is complete: a connection that is cut off makes the reading fail. */
  async #read(token: string): Promise<File> {
    const { host } = this.#settings
    const response = await fetch(`${address}archivo/`, {
      headers: {
        'accept-language': host.language,
        'x-negocio': host.salon.negocio_id,
        'x-descarga': token,
      },
    })
    if (!response.ok) throw failureOf(await response.json(), response)
    const [, name = 'salon.tar'] =
      /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
    return new File([await response.blob()], name)
  }
}

/** The link has its token in the fragment, which no server gets to see. */
const tokenOfAddress = (): string | null => /^#([\w-]{43})$/.exec(location.hash)?.[1] ?? null

function save(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // the browser has begun to write it by then
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export default (settings: SettingsHost): DownloadPage => new DownloadPage(settings)
