import { fill } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { amountText } from '../amount-text.ts'
import { Draft, numberOf } from '../draft.ts'
import { checkField } from '../form-fields.ts'
import { saveForm } from '../save-form.ts'
import { Saving } from '../saving.ts'
import { type Entry, readEntries, readSetting, type Setting } from '../settings-api.ts'
import { learnNames, type SettingsHost, type SettingsPage, textIn } from '../settings-host.ts'

/** A service that somebody does, and what differs for them; null is as the service. */
interface Offer {
  servicio_id: number
  duracion_minutos: unknown
  fases: readonly unknown[] | null
  precio: unknown
}

interface Options {
  /** Of the person. */
  id: number
  title: string
  /** Somebody who did nothing until then does something. */
  begun(): void
}

/** What a person does, in the order of the services. */
export class OffersPage implements SettingsPage {
  readonly title: string
  readonly #settings: SettingsHost
  readonly #path: string
  readonly #begun: () => void
  readonly #saving: Saving
  #services: readonly Entry[] = []
  #draft: Draft | null = null
  /** What is typed into the fields of a service, until it is a number. */
  #texts = new Map<string, string>()

  constructor(settings: SettingsHost, { id, title, begun }: Options) {
    this.#settings = settings
    this.title = title
    this.#begun = begun
    this.#path = `profesionales/${id}/servicios/`
    this.#saving = new Saving(settings, {
      draft: () => this.#draft,
      describe: (_name, offers) => ({
        label: title,
        value: (offers as Offer[]).map(({ servicio_id }) => this.#nameOf(servicio_id)).join(', '),
      }),
      again: () => this.#review(),
    })
  }

  get isDirty(): boolean {
    return this.#draft?.isDirty ?? false
  }

  async load(): Promise<void> {
    const { host } = this.#settings
    const [read, services] = await Promise.all([
      readSetting(host, this.#path),
      readEntries(host, 'servicios'),
    ])
    learnNames(this.#settings, 'servicios', services)
    this.#services = services
    if (this.#draft?.isDirty) return
    this.#show(read)
    this.#saving.forget()
  }

  #show(setting: Setting): void {
    if (this.#draft) this.#draft.discard(setting)
    else this.#draft = new Draft(setting)
    this.#texts.clear()
  }

  #nameOf(id: number): string {
    return textIn(this.#settings, this.#services.find((service) => service.id === id)?.nombre)
  }

  get #offers(): readonly Offer[] {
    return this.#draft?.get<readonly Offer[]>('servicios') ?? []
  }

  /** In the order of the services, as the API sends them. */
  #put(offers: readonly Offer[]): void {
    const byService = new Map(offers.map((offer) => [offer.servicio_id, offer]))
    const ordered = this.#services.flatMap(({ id }) => byService.get(id) ?? [])
    this.#draft?.set('servicios', ordered)
    this.#settings.host.requestUpdate()
  }

  #choose(id: number, isOffered: boolean): void {
    const others = this.#offers.filter(({ servicio_id }) => servicio_id !== id)
    const offer = { servicio_id: id, duracion_minutos: null, fases: null, precio: null }
    this.#put(isOffered ? [...others, offer] : others)
  }

  #chooseAll(): void {
    const offered = new Set(this.#offers.map(({ servicio_id }) => servicio_id))
    const added = this.#services
      .filter(({ id }) => !offered.has(id))
      .map(({ id }) => ({ servicio_id: id, duracion_minutos: null, fases: null, precio: null }))
    this.#put([...this.#offers, ...added])
  }

  #review(): void {
    const draft = this.#draft
    if (!draft) return
    const values = { servicios: this.#offers, version: draft.base.version }
    this.#saving.review([{ method: 'PUT', path: this.#path, values }], {
      saved: ([result]) => {
        if (!result) return
        const isFirst = (draft.base.servicios as readonly Offer[]).length === 0
        this.#show(result.ajuste)
        if (isFirst) this.#begun()
      },
    })
  }

  render(): TemplateResult | typeof nothing {
    const draft = this.#draft
    if (!draft) return nothing
    const { words, isReadOnly } = this.#settings
    if (this.#services.length === 0)
      return html`<div class="empty"><p>${words.person.noServices}</p></div>`
    const list = html`<ul class="agenda-list">
      ${this.#services.map((service) => this.#row(service))}
    </ul>`
    const form = { isDirty: draft.isDirty, review: () => this.#review() }
    return html`${this.#saving.render(this.#offers.map((_, index) => `servicios[${index}]`))}
      ${
        isReadOnly
          ? nothing
          : html`<div class="actions"><button type="button" class="secondary" @click=${() => this.#chooseAll()}>${words.person.all}</button></div>`
      }
      ${this.#offers.length > 0 ? html`<p class="muted">${words.person.asService}</p>` : nothing}
      ${saveForm(this.#settings, form, list)}`
  }

  #row(service: Entry): TemplateResult {
    const settings = this.#settings
    const { words } = settings
    const name = textIn(settings, service.nombre)
    const index = this.#offers.findIndex(({ servicio_id }) => servicio_id === service.id)
    const offer = this.#offers[index]
    // where the service has waits, a length alone would not say when they are
    const isWhole = (service.fases as unknown[]).length === 1
    return html`<li class="offer">
      ${checkField({ label: name, value: offer !== undefined, changed: (isOffered) => this.#choose(service.id, isOffered) })}
      ${
        offer
          ? html`<span class="offer-fields">
              ${isWhole ? this.#input(service, offer, index, 'duracion_minutos', fill(words.person.ownDuration, { name })) : nothing}
              ${this.#input(service, offer, index, 'precio', fill(words.person.ownPrice, { name }))}
            </span>`
          : nothing
      }
    </li>`
  }

  #input(
    service: Entry,
    offer: Offer,
    index: number,
    field: 'duracion_minutos' | 'precio',
    label: string,
  ): TemplateResult {
    const { host, isReadOnly } = this.#settings
    const key = `${service.id} ${field}`
    const problem = this.#saving.problemIn(`servicios[${index}].${field}`)
    const unit = field === 'precio' ? host.catalog.currency : 'min'
    const write = field === 'precio' ? amountText(host) : String
    const own = offer[field]
    return html`<span class="price">
      <input
        type="text"
        inputmode=${field === 'precio' ? 'decimal' : 'numeric'}
        autocomplete="off"
        dir="ltr"
        aria-label=${label}
        placeholder=${write(service[field] as number)}
        ?disabled=${isReadOnly}
        aria-invalid=${problem ? 'true' : nothing}
        .value=${this.#texts.get(key) ?? (typeof own === 'number' ? write(own) : (own ?? ''))}
        @input=${({ target }: Event) => {
          const text = (target as HTMLInputElement).value
          this.#texts.set(key, text)
          this.#put(
            this.#offers.map((one) => (one === offer ? { ...one, [field]: numberOf(text) } : one)),
          )
        }}
      />
      <span class="muted" aria-hidden="true">${unit}</span>
      ${problem ? html`<span class="error" role="alert">${problem}</span>` : nothing}
    </span>`
  }
}
