import type { Wire } from '@silla/client'
import { fill, isolated } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { newKey } from '../api/idempotency-key.ts'
import type { Dialog, Host } from '../host/host.ts'
import { whenOf } from '../host/when.ts'
import { field, segments, select, submitButton } from './fields.ts'
import { type Order, unpaidOrders } from './unpaid-orders.ts'

type Booking = Wire['ReservaDetalle']
type Entry = Wire['Cobro']
type Method = Entry['metodo']
interface NewEntry {
  reserva_id?: number
  pedido_id?: number
  metodo: Method
  monto: number
  propina?: number
}
type Product = Wire['Producto']

/**
 * Takes money for a visit at the desk (D54): its services, products that are sold with it, a tip, in cash
 * with the change, by card, or a part of it; and reverses what was taken by mistake.
 */
export class CheckoutDialog implements Dialog {
  readonly isSheet = true
  readonly #host: Host
  #booking: Booking
  #entries: readonly Entry[] = []
  /** null: not read yet */
  #products: readonly Product[] | null = null
  readonly #sold = new Map<number, number>()
  /** The order of these products, and what is left of it; null: not sold yet. */
  #order: { id: number; leftCents: number } | null = null
  /** What was sold to the customer before and is not all paid for. */
  #unpaid: readonly Order[] = []
  #method: Method = 'efectivo'
  /** What was typed; '': all that is left. */
  #amount = ''
  #tip = ''
  #given = ''
  /** The same until the API has answered, so that a click that is repeated takes nothing twice. */
  #keys = newKeys()

  constructor(host: Host, booking: Booking) {
    this.#host = host
    this.#booking = booking
  }

  get title(): string {
    return this.#host.text.checkout.title
  }

  async load(): Promise<void> {
    const { api } = this.#host
    const [booking, { items }, products, unpaid] = await Promise.all([
      api.call((silla) =>
        silla.GET('/api/v1/reservas/{id}/', { params: { path: { id: this.#booking.id } } }),
      ),
      api.call((silla) =>
        silla.GET('/api/v1/cobros/', {
          params: { query: { reserva_id: this.#booking.id, page_size: 100 } },
        }),
      ),
      this.#products ?? api.call((silla) => silla.GET('/api/v1/productos/')).then(productsOf),
      unpaidOrders(this.#host, this.#booking.cliente.id),
    ])
    this.#booking = booking
    this.#entries = items
    this.#products = products
    this.#unpaid = unpaid
    this.#host.requestUpdate()
  }

  refresh = (): Promise<void> => this.load()

  get #productsCents(): number {
    return [...this.#sold].reduce((sum, [id, count]) => sum + cents(this.#priceOf(id)) * count, 0)
  }

  #priceOf(id: number): number {
    const product = this.#products?.find((one) => one.id === id)
    return product ? (product.precio_oferta ?? product.precio) : 0
  }

  get #leftCents(): number {
    const ofProducts = this.#order?.leftCents ?? this.#productsCents
    return cents(this.#booking.caja.por_cobrar) + ofProducts
  }

  get #amountCents(): number {
    return this.#amount === '' ? this.#leftCents : cents(Number(this.#amount))
  }

  get #tipCents(): number {
    return this.#tip === '' ? 0 : cents(Number(this.#tip))
  }

  /** What goes back to the customer from what they have given in cash; null: nothing was typed. */
  get #changeCents(): number | null {
    if (this.#method !== 'efectivo' || this.#given === '') return null
    return cents(Number(this.#given)) - this.#amountCents - this.#tipCents
  }

  get #canTake(): boolean {
    const change = this.#changeCents
    return (
      Number.isSafeInteger(this.#amountCents) &&
      Number.isSafeInteger(this.#tipCents) &&
      this.#amountCents >= 0 &&
      this.#tipCents >= 0 &&
      this.#amountCents + this.#tipCents > 0 &&
      this.#amountCents <= this.#leftCents &&
      (change === null || change >= 0)
    )
  }

  #set(change: () => void): void {
    change()
    this.#host.requestUpdate()
  }

  submit(): void {
    const host = this.#host
    if (!this.#canTake) return
    const [amountCents, tipCents] = [this.#amountCents, this.#tipCents]
    // a retry divides it in the same way
    const ofBookingCents = Math.min(amountCents, cents(this.#booking.caja.por_cobrar))
    const parts = { ofBookingCents, ofOrderCents: amountCents - ofBookingCents, tipCents }
    void host.attempt(
      async () => {
        if (this.#sold.size > 0) this.#order ??= await this.#sell()
        await this.#takeParts(parts).catch((error) => {
          // what was sold and not paid for is shown with the visit, whatever becomes of the money
          if (this.#order !== null) void host.changed()
          throw error
        })
        await this.#taken(amountCents + tipCents)
      },
      () => {
        // what was taken before the refusal is shown, and no part of the next request
        this.#forget()
        void host.load(() => this.load())
        return false
      },
    )
  }

  async #takeParts({
    ofBookingCents,
    ofOrderCents,
    tipCents,
  }: Record<'ofBookingCents' | 'ofOrderCents' | 'tipCents', number>): Promise<void> {
    if (ofBookingCents + tipCents > 0) {
      const { por_cobrar } = await this.#take(this.#keys.booking, {
        reserva_id: this.#booking.id,
        ...{ monto: ofBookingCents / 100, propina: tipCents / 100 },
      })
      this.#booking = { ...this.#booking, caja: { ...this.#booking.caja, por_cobrar } }
    }
    if (this.#order === null || ofOrderCents === 0) return
    const { por_cobrar } = await this.#take(this.#keys.order, {
      ...{ pedido_id: this.#order.id, monto: ofOrderCents / 100 },
    })
    this.#order = { id: this.#order.id, leftCents: cents(por_cobrar) }
  }

  async #sell(): Promise<{ id: number; leftCents: number }> {
    const items = [...this.#sold].map(([producto_id, cantidad]) => ({ producto_id, cantidad }))
    const { id, caja } = await this.#host.api.call((silla) =>
      silla.POST('/api/v1/ventas/', {
        params: { header: { 'idempotency-key': this.#keys.sale } },
        body: { items, reserva_id: this.#booking.id },
      }),
    )
    return { id, leftCents: cents(caja.por_cobrar) }
  }

  #take(key: string, body: Omit<NewEntry, 'metodo'>): Promise<Wire['CobroRegistrado']> {
    const metodo = this.#method
    return this.#host.api.call((silla) =>
      silla.POST('/api/v1/cobros/', {
        params: { header: { 'idempotency-key': key } },
        body: { ...body, metodo },
      }),
    )
  }

  #forget(): void {
    this.#keys = newKeys()
    this.#amount = ''
    this.#tip = ''
    this.#given = ''
  }

  /** When something is left, the dialog stays for the rest: the other half may be paid by card. */
  async #taken(totalCents: number): Promise<void> {
    const host = this.#host
    this.#forget()
    if (this.#order?.leftCents === 0) {
      this.#order = null
      this.#sold.clear()
    }
    // a reading that fails is no failure of the payment, which would be sent again; and what lies below
    // does not change under a finger after this has closed
    await host.changed()
    if (this.#leftCents === 0) host.close()
    const amount = isolated(host.format.money(totalCents / 100))
    host.announce(fill(host.text.checkout.done, { amount }))
  }

  async #changeLines(): Promise<void> {
    const { LinesDialog } = await import('./lines-dialog.ts')
    this.#host.open(new LinesDialog(this.#host, this.#booking))
  }

  async #void(entry: Entry): Promise<void> {
    const { VoidDialog } = await import('./void-dialog.ts')
    this.#host.open(new VoidDialog(this.#host, entry))
  }

  render(): TemplateResult {
    const { text, busy, format } = this.#host
    const booking = this.#booking
    const products = this.#products
    if (!products) return html`<p class="muted">${text.loading}</p>`
    const left = this.#leftCents
    const total = this.#amountCents + this.#tipCents
    return html`<p><bdi class="strong">${booking.cliente.nombre}</bdi><br /><span class="muted">${whenOf(this.#host, booking)}</span></p>
      <ul class="lines-of">
        ${booking.servicios.map(({ nombre, precio }) => this.#row(nombre, precio))}
        ${booking.descuento > 0 ? this.#row(text.checkout.discount, -booking.descuento) : nothing}
        ${[...this.#sold].map(([id, count]) => this.#soldRow(products, id, count))}
        ${this.#sold.size === 0 && this.#order !== null ? this.#row(text.checkout.sold, this.#order.leftCents / 100) : nothing}
        ${this.#paidCents(booking) > 0 ? this.#row(text.checkout.paid, -this.#paidCents(booking) / 100) : nothing}
        <li class="strong"><span class="grow">${text.checkout.left}</span><span>${format.money(left / 100)}</span></li>
      </ul>
      ${booking.caja.por_devolver > 0 ? html`<p class="outcome bad">${fill(text.checkout.giveBack, { amount: isolated(format.money(booking.caja.por_devolver)) })}</p>` : nothing}
      ${this.#unpaidPart()}
      ${this.#additions(products)}
      ${this.#money()}
      <div class=${this.#changeCents !== null || this.#amountCents < left ? 'outcome' : nothing} role="status">
        ${this.#changeCents === null ? nothing : html`<p class="strong">${this.#changeText(this.#changeCents)}</p>`}
        ${
          this.#amountCents < left
            ? html`<p>${fill(text.checkout.stays, { amount: isolated(format.money((left - this.#amountCents) / 100)) })}</p>`
            : nothing
        }
      </div>
      ${this.#takenPart()}
      <div class="foot-of end">
        ${submitButton(fill(text.checkout.submit, { amount: format.money(Number.isFinite(total) ? total / 100 : 0) }), { busy: busy || !this.#canTake })}
      </div>`
  }

  /** What of the price was paid before, online or at the desk. */
  #paidCents({ total, caja }: Booking): number {
    return Math.max(0, cents(total) - cents(caja.por_cobrar))
  }

  #changeText(changeCents: number): string {
    const { text, format } = this.#host
    const amount = isolated(format.money(Math.abs(changeCents) / 100))
    return fill(changeCents < 0 ? text.checkout.missing : text.checkout.change, { amount })
  }

  #row(name: string, amount: number): TemplateResult {
    return html`<li><span class="grow"><bdi>${name}</bdi></span><span>${this.#host.format.money(amount)}</span></li>`
  }

  #soldRow(products: readonly Product[], id: number, count: number): TemplateResult {
    const { text, format } = this.#host
    const name = products.find((one) => one.id === id)?.nombre ?? ''
    return html`<li>
      <span class="grow"><bdi>${count} × ${name}</bdi></span>
      <span>${format.money((cents(this.#priceOf(id)) * count) / 100)}</span>
      ${
        this.#order === null
          ? html`<button
              type="button"
              class="secondary"
              aria-label=${fill(text.lines.removeOf, { service: name })}
              @click=${() => this.#remove(id, name)}
            >
              ${text.lines.remove}
            </button>`
          : nothing
      }
    </li>`
  }

  /** The button that had the focus is gone. */
  #remove(id: number, name: string): void {
    this.#set(() => this.#sold.delete(id))
    this.#host.announce(fill(this.#host.text.lines.removed, { service: isolated(name) }))
    this.#focusProducts()
  }

  #focusProducts(): void {
    void this.#host.updateComplete.then(() => {
      const choice = document.querySelector<HTMLSelectElement>('.add-product select')
      if (!choice) return
      choice.value = ''
      choice.focus()
    })
  }

  #additions(products: readonly Product[]): TemplateResult {
    const { text, format, may } = this.#host
    const { estado } = this.#booking
    const isSold = this.#order !== null
    const offered = products.filter(
      ({ id, stock_disponible }) =>
        stock_disponible === null || stock_disponible > (this.#sold.get(id) ?? 0),
    )
    return html`${
      may('citas.gestionar') && (estado === 'pendiente' || estado === 'confirmada')
        ? html`<div class="actions"><button type="button" class="secondary" @click=${() => void this.#changeLines()}>${text.checkout.lines}</button></div>`
        : nothing
    }
    ${
      offered.length > 0 && !isSold
        ? html`<div class="add-product">
            ${select({
              label: text.checkout.product,
              value: '',
              choices: [
                { value: '', label: text.checkout.choose },
                ...offered.map(({ id, nombre, precio, precio_oferta }) => ({
                  value: `${id}`,
                  label: `${nombre} · ${format.money(precio_oferta ?? precio)}`,
                })),
              ],
              changed: (value) => this.#add(Number(value)),
            })}
          </div>`
        : nothing
    }`
  }

  #add(id: number): void {
    if (id === 0) return
    this.#set(() => this.#sold.set(id, Math.min(20, (this.#sold.get(id) ?? 0) + 1)))
    this.#focusProducts()
  }

  #money(): TemplateResult {
    const { text, format } = this.#host
    return html`${segments({
      label: text.checkout.method,
      value: this.#method,
      choices: (['efectivo', 'tarjeta', 'otro'] as const).map((value) => ({
        value,
        label: text.checkout.methods[value],
      })),
      changed: (value) =>
        this.#set(() => {
          this.#method = value as Method
        }),
    })}
    <div class="row">
    ${field({
      ...{ label: text.checkout.amount, type: 'number', value: this.#amount, isOptional: true },
      hint: fill(text.checkout.amountHint, { amount: format.money(this.#leftCents / 100) }),
      problem: this.#amountCents > this.#leftCents ? text.checkout.tooMuch : null,
      changed: (value) =>
        this.#set(() => {
          this.#amount = value
        }),
    })}
    ${field({
      ...{ label: text.checkout.tip, type: 'number', value: this.#tip, isOptional: true },
      changed: (value) =>
        this.#set(() => {
          this.#tip = value
        }),
    })}
    </div>
    ${
      this.#method === 'efectivo'
        ? field({
            ...{ label: text.checkout.given, type: 'number', value: this.#given, isOptional: true },
            changed: (value) => {
              // it is no part of what is sent
              this.#given = value
              this.#host.requestUpdate()
            },
          })
        : nothing
    }`
  }

  /** Products that somebody has handed over without taking all of their price, to be paid with the visit. */
  #unpaidPart(): TemplateResult | typeof nothing {
    const { text, format } = this.#host
    const others = this.#unpaid.filter(({ id }) => id !== this.#order?.id)
    if (others.length === 0) return nothing
    const isFree = this.#order === null && this.#sold.size === 0
    return html`<h3>${text.checkout.unpaid}</h3>
      <ul class="lines-of">
        ${others.map(({ id, items, caja }) => {
          const names = items.map(({ cantidad, nombre }) => `${cantidad} × ${nombre}`).join(', ')
          return html`<li>
            <span class="grow"><bdi>${names}</bdi></span>
            <span>${format.money(caja.por_cobrar)}</span>
            ${
              isFree
                ? html`<button
                    type="button"
                    class="secondary"
                    aria-label=${fill(text.checkout.takeOf, { products: names })}
                    @click=${() =>
                      this.#set(() => {
                        this.#order = { id, leftCents: cents(caja.por_cobrar) }
                      })}
                  >
                    ${text.checkout.take}
                  </button>`
                : nothing
            }
          </li>`
        })}
      </ul>`
  }

  /** What was taken for the visit before, with a way to reverse it. */
  #takenPart(): TemplateResult | typeof nothing {
    const { text, format, may, catalog } = this.#host
    if (this.#entries.length === 0) return nothing
    return html`<h3>${text.checkout.taken}</h3>
      <ul class="lines-of">
        ${this.#entries.map((entry) => {
          const { monto, propina, metodo, quien, created_at, anula_id, anulado_por_id } = entry
          const time = isolated(format.clock(new Date(created_at), catalog.timeZone))
          return html`<li>
            <span class="grow"
              >${text.checkout.methods[metodo]} · ${time}<br /><span class="muted small"
                ><bdi>${quien.nombre}</bdi>${propina === 0 ? '' : ` · ${fill(text.checkout.withTip, { amount: format.money(propina) })}`}${anulado_por_id === null ? '' : ` · ${text.checkout.reversed}`}</span
              ></span
            >
            <span>${format.money(monto)}</span>
            ${
              may('caja.anular') && anula_id === null && anulado_por_id === null
                ? html`<button
                    type="button"
                    class="secondary"
                    aria-label=${fill(text.checkout.reverseOf, { amount: format.money(monto) })}
                    @click=${() => void this.#void(entry)}
                  >
                    ${text.checkout.reverse}
                  </button>`
                : nothing
            }
          </li>`
        })}
      </ul>`
  }
}

const cents = (amount: number): number => Math.round(amount * 100)

const productsOf = ({ productos }: { productos: readonly Product[] }): readonly Product[] =>
  productos

const newKeys = () => ({ sale: newKey(), booking: newKey(), order: newKey() })
