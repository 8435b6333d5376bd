import type { Wire } from '@silla/client'
import { fill } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { SettingsHost, SettingsPage } from '../settings-host.ts'
import { RecordPage } from './record-page.ts'

type Setup = Wire['AjustesMensajes']
type MessageText = Setup['textos'][number]

/** What the salon decides about messages to phones, and what it sends (D77). */
class MessagesPage implements SettingsPage {
  readonly #settings: SettingsHost
  readonly #record: RecordPage
  #setup: Setup | null = null

  constructor(settings: SettingsHost) {
    this.#settings = settings
    this.#record = new RecordPage(settings, 'mensajes')
  }

  get title(): string {
    return this.#record.title
  }

  get isDirty(): boolean {
    return this.#record.isDirty
  }

  async load(): Promise<void> {
    const { api } = this.#settings.host
    const [setup] = await Promise.all([
      api.call((silla) => silla.GET('/api/v1/ajustes/mensajes/')),
      this.#record.load(),
    ])
    this.#setup = setup
  }

  render(): TemplateResult | typeof nothing {
    const setup = this.#setup
    if (setup === null) return nothing
    const { messages } = this.#settings.words
    const kinds = new Set(setup.textos.map(({ tipo }) => tipo))
    return html`<p>
        ${
          setup.canales.length === 0
            ? messages.noChannels
            : fill(messages.channels, { channels: this.#channels(setup) })
        }
        ${this.#use(setup)}
      </p>
      ${this.#record.render()}
      <h2>${messages.texts}</h2>
      <p class="muted">${messages.aboutParts}</p>
      ${[...kinds].map(
        (kind) => html`<section class="message-kind" aria-labelledby="texts-${kind}">
          <h3 id="texts-${kind}">${messages.kinds[kind]}</h3>
          <ul class="agenda-list">
            ${setup.textos
              .filter(({ tipo }) => tipo === kind)
              .map((text) => this.#text(text, setup))}
          </ul>
        </section>`,
      )}`
  }

  #channels({ canales }: Setup): string {
    const { host, words } = this.#settings
    const names = canales.map((channel) => words.messages.channelNames[channel])
    return new Intl.ListFormat(host.format.locale).format(names)
  }

  #use({ enviados, limite, coste, moneda }: Setup): string {
    const { host, words } = this.#settings
    const { format } = host
    const use = { sent: format.number(enviados), most: format.number(limite) }
    const isUsedUp = enviados >= limite
    const sent = `${fill(words.messages.use, use)}${isUsedUp ? ` ${words.messages.usedUp}` : ''}`
    if (coste === null || moneda === null) return sent
    const amount = new Intl.NumberFormat(format.locale, { style: 'currency', currency: moneda })
    return `${sent} ${fill(words.messages.cost, { amount: amount.format(coste) })}`
  }

  #text(text: MessageText, { canales }: Setup): TemplateResult {
    const { host, words } = this.#settings
    const { messages, choices } = words
    const { idioma, codificacion, partes, caracteres } = text
    const length = fill(messages.length, {
      parts: host.format.number(partes),
      characters: host.format.number(caracteres),
      encoding: codificacion,
    })
    const state = messages.templateStates[text.estado_whatsapp ?? 'none']
    return html`<li class="row-of plain">
      <div class="grow">
        <span class="title">${choices.idioma_principal?.[idioma]}</span>
        <p class="message-text" lang=${idioma} dir=${idioma === 'ar' ? 'rtl' : 'ltr'}>${text.ejemplo}</p>
        <span class="muted small">
          ${length}${canales.includes('whatsapp') ? html`<br />${fill(messages.template, { state })}` : nothing}
        </span>
      </div>
    </li>`
  }
}

export default (settings: SettingsHost): MessagesPage => new MessagesPage(settings)
