import type { Wire } from '@silla/client'
import { fill, isolated } from '@silla/widget/shared'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { Agenda, Known } from '../api/api.ts'
import { unitName } from '../grid/describe.ts'
import type { Dialog, Host } from '../host/host.ts'
import { timesOf } from '../host/when.ts'
import { type Action, actionList } from './action-list.ts'
import { CustomerCard } from './customer-card.ts'
import { unpaidOrders } from './unpaid-orders.ts'

type Booking = Wire['ReservaDetalle']
type Fee = NonNullable<Booking['cargo']>
type Verb = 'confirmar' | 'completar' | 'no-show'

/** From then on somebody has not come. */
const noShowMinutes = 15

/** How long after its start a fee may be charged (D51). */
const feeDays = 14

/** A visit: what, when and who, the customer's card, and everything that can be done about it. */
export class BookingSheet implements Dialog {
  readonly isSheet = true
  readonly #host: Host
  readonly #id: number
  readonly #name: string
  #booking: Booking | null = null
  #card: CustomerCard | null = null
  /** The agenda of the day, as it was read last. */
  #known: Known<Agenda> | null = null
  /** What is left of products that were sold to the customer. */
  #productsLeft = 0
  /** The units that each service takes. */
  #places: string[][] = []

  /** @param name of the customer, shown until the visit is read */
  constructor(host: Host, { id, name }: { id: number; name: string }) {
    this.#host = host
    this.#id = id
    this.#name = name
  }

  get title(): string {
    return this.#booking?.cliente.nombre ?? this.#name
  }

  async load(): Promise<void> {
    const { api, may } = this.#host
    this.#booking = await api.call((silla) =>
      silla.GET('/api/v1/reservas/{id}/', { params: { path: { id: this.#id } } }),
    )
    this.#host.requestUpdate()
    if (may('clientes.ver')) this.#card ??= new CustomerCard(this.#host, this.#booking.cliente.id)
    await Promise.all([
      this.#readPlaces(this.#booking),
      this.#readUnpaid(this.#booking),
      this.#card?.load(),
    ])
  }

  async #readUnpaid({ cliente }: Booking): Promise<void> {
    const orders = await unpaidOrders(this.#host, cliente.id)
    this.#productsLeft = orders.reduce((sum, { caja }) => sum + caja.por_cobrar, 0)
    this.#host.requestUpdate()
  }

  /** Only the agenda has the units of resources that a visit takes; a cancelled one takes none. */
  async #readPlaces({ id, estado, fecha, profesional }: Booking): Promise<void> {
    const { api, may, ownProfessional } = this.#host
    if (estado === 'cancelada') {
      this.#places = []
      return
    }
    const who = may('agenda.todas') ? profesional.id : (ownProfessional() ?? undefined)
    this.#known = await api.agenda({ fecha, peluquero_id: who }, this.#known)
    const visit = this.#known.value.reservas.find((one) => one.id === id)
    this.#places = visit?.servicios.map(({ recursos }) => recursos.map(unitName)) ?? []
    this.#host.requestUpdate()
  }

  refresh = (): Promise<void> => this.load()

  #transition(verb: Verb): void {
    const host = this.#host
    void host.attempt(async () => {
      await host.api.call((silla) =>
        silla.POST(`/api/v1/reservas/{id}/${verb}/`, {
          params: { path: { id: this.#id } },
          body: {},
        }),
      )
      host.announce(host.text.sheet.done[verb])
      await host.changed()
    })
  }

  #setArrived(hasArrived: boolean): void {
    const host = this.#host
    const params = { path: { id: this.#id } }
    void host.attempt(async () => {
      await host.api.call((silla) =>
        hasArrived
          ? silla.POST('/api/v1/reservas/{id}/llegada/', { params })
          : silla.DELETE('/api/v1/reservas/{id}/llegada/', { params }),
      )
      host.announce(hasArrived ? host.text.sheet.done.arrived : host.text.sheet.done.notArrived)
      await host.changed()
    })
  }

  async #changeLines(booking: Booking): Promise<void> {
    const { LinesDialog } = await import('./lines-dialog.ts')
    this.#host.open(new LinesDialog(this.#host, booking))
  }

  async #checkOut(booking: Booking): Promise<void> {
    const { CheckoutDialog } = await import('./checkout-dialog.ts')
    this.#host.open(new CheckoutDialog(this.#host, booking))
  }

  async #chargeFee(booking: Booking): Promise<void> {
    const { FeeDialog } = await import('./fee-dialog.ts')
    this.#host.open(new FeeDialog(this.#host, booking))
  }

  async #waiveFee(id: number, cargo: Fee): Promise<void> {
    const { WaiveDialog } = await import('./waive-dialog.ts')
    this.#host.open(new WaiveDialog(this.#host, { id, cargo }))
  }

  async #move(booking: Booking): Promise<void> {
    const { MoveDialog } = await import('./move-dialog.ts')
    const people = booking.servicios.map(({ profesional }) => profesional.id)
    this.#host.open(new MoveDialog(this.#host, { ...booking, people }))
  }

  async #cancel(booking: Booking): Promise<void> {
    const { CancelDialog } = await import('./cancel-dialog.ts')
    this.#host.open(new CancelDialog(this.#host, booking))
  }

  async #again(booking: Booking): Promise<void> {
    const { NewBookingDialog } = await import('./new-booking-dialog.ts')
    const host = this.#host
    host.open(
      new NewBookingDialog(host, {
        customer: { id: booking.cliente.id, nombre: booking.cliente.nombre },
        serviceIds: booking.servicios.map(({ id }) => id),
        professionalId: booking.profesional.id,
      }),
    )
  }

  render(): TemplateResult {
    const booking = this.#booking
    if (!booking) return html`<p class="muted">${this.#host.text.loading}</p>`
    const { text, format } = this.#host
    const { cliente, servicios, notas } = booking
    return html`<div class="when">
        <p class="grow">
          <span class="strong">${format.date(booking.fecha)}</span><br />${timesOf(this.#host, booking)}
        </p>
        <span class="chip ${booking.estado}">${text.states[booking.estado]}</span>
      </div>
      ${booking.origen ? html`<p class="small muted">${fill(text.sheet.cameFrom, { source: booking.origen })}</p>` : nothing}
      ${booking.llegada_en ? html`<p>${fill(text.sheet.arrivedAt, { time: this.#clock(booking.llegada_en) })}</p>` : nothing}
      ${this.#productsLeft > 0 ? html`<p class="outcome">${fill(text.checkout.productsLeft, { amount: isolated(format.money(this.#productsLeft)) })}</p>` : nothing}
      ${this.#actions(booking)}
      <ul class="lines-of">
        ${servicios.map(
          ({ nombre, precio, profesional, hora_inicio, hora_fin }, index) => html`<li>
            <span class="grow"
              ><span class="strong">${nombre}</span><br /><span class="muted"
                >${timesOf(this.#host, { hora_inicio, hora_fin })} ·
                <bdi>${profesional.nombre}</bdi>${(this.#places[index] ?? []).map(
                  (place) => html` · <bdi>${place}</bdi>`,
                )}</span
              ></span
            >
            <span>${format.money(precio)}</span>
          </li>`,
        )}
        ${booking.descuento > 0 ? html`<li class="muted"><span class="grow">${text.checkout.discount}</span><span>${format.money(-booking.descuento)}</span></li>` : nothing}
        <li class="strong"><span class="grow">${text.sheet.total}</span><span>${format.money(booking.total)}</span></li>
        ${booking.pago || booking.caja.cobrado > 0 ? html`<li class="muted"><span class="grow">${text.sheet.rest}</span><span>${format.money(booking.resto)}</span></li>` : nothing}
      </ul>
      ${booking.estado === 'pendiente' && booking.pago_pendiente ? html`<p class="muted">${booking.garantia && booking.senal === null ? text.fee.awaitsCard : text.day.awaitsPayment}</p>` : nothing}
      ${booking.cargo ? html`<p>${fill(text.fee.states[booking.cargo.estado], { amount: isolated(format.money(booking.cargo.monto)) })}</p>` : nothing}
      ${notas ? html`<div class="panel block"><p class="small muted">${text.sheet.notes}</p><p>${notas}</p></div>` : nothing}
      ${booking.motivo_cancelacion ? html`<p>${fill(text.sheet.reason, { reason: booking.motivo_cancelacion })}</p>` : nothing}
      ${contactOf(cliente)}
      ${this.#card?.render() ?? nothing}
      <p class="muted small">${text.sheet.code} <bdi dir="ltr">${booking.codigo}</bdi></p>`
  }

  /** On the day of the visit. */
  #canArrive({ estado, fecha, llegada_en }: Booking): boolean {
    return estado === 'confirmada' && llegada_en === null && fecha === this.#host.today()
  }

  /** Also to sell a product, to add a tip, and to reverse what was taken before it was cancelled. */
  #canCheckOut({ estado, caja }: Booking): boolean {
    return (
      this.#host.may('caja.cobrar') &&
      (estado === 'confirmada' ||
        estado === 'completada' ||
        caja.cobrado + caja.propinas + this.#productsLeft > 0)
    )
  }

  /** The most is known to the API alone, which also refuses what these times cannot show. */
  #canChargeFee({ garantia, cargo, estado, ...booking }: Booking): boolean {
    if (!garantia?.con_tarjeta) return false
    const { cancelada_por, cancelada_en, inicio } = booking
    const isLate =
      estado === 'cancelada' &&
      cancelada_por === 'cliente' &&
      Date.parse(cancelada_en ?? '') > Date.parse(garantia.gratis_hasta)
    const days = (this.#host.now().getTime() - Date.parse(inicio)) / 86_400_000
    return (
      this.#host.may('caja.cobrar') &&
      (cargo === null || cargo.estado === 'fallido') &&
      (estado === 'no_show' || isLate) &&
      days <= feeDays
    )
  }

  #canWaive(cargo: Fee | null): cargo is Fee {
    return (
      cargo !== null &&
      /solicitado|accion|cobrado/.test(cargo.estado) &&
      this.#host.may('caja.anular')
    )
  }

  #clock(at: string): string {
    const { format, catalog } = this.#host
    return isolated(format.clock(new Date(at), catalog.timeZone))
  }

  /** What somebody may do about it, and what is possible now. */
  #actions(booking: Booking): TemplateResult | typeof nothing {
    if (!this.#host.may('citas.gestionar')) return nothing
    const { text } = this.#host
    const minutes = (this.#host.now().getTime() - Date.parse(booking.inicio)) / 60_000
    const { estado, cargo } = booking
    const isOpen = estado === 'pendiente' || estado === 'confirmada'
    const owes = minutes >= 0 && booking.caja.por_cobrar + this.#productsLeft > 0
    const isComing = estado === 'confirmada' && minutes < 0
    const mayComplete = (estado === 'confirmada' && minutes >= 0) || estado === 'no_show'
    const hasNotCome =
      (estado === 'confirmada' && minutes >= noShowMinutes) || estado === 'completada'
    const actions: (Action | false)[] = [
      this.#canArrive(booking) && {
        label: text.sheet.arrived,
        isNext: isComing,
        run: () => this.#setArrived(true),
      },
      estado === 'pendiente' && {
        label: text.sheet.confirm,
        isNext: true,
        run: () => this.#transition('confirmar'),
      },
      this.#canCheckOut(booking) && {
        label: text.sheet.checkout,
        isNext: owes,
        run: () => void this.#checkOut(booking),
      },
      mayComplete && {
        label: text.sheet.complete,
        // for a visit that was missed it only corrects what was recorded
        isNext: estado === 'confirmada',
        run: () => this.#transition('completar'),
      },
      hasNotCome && { label: text.sheet.noShow, run: () => this.#transition('no-show') },
      this.#canChargeFee(booking) && {
        label: text.fee.charge,
        run: () => void this.#chargeFee(booking),
      },
      this.#canWaive(cargo) && {
        label: text.fee.waive,
        run: () => void this.#waiveFee(booking.id, cargo),
      },
      isOpen && { label: text.sheet.move, run: () => void this.#move(booking) },
      (isOpen || estado === 'completada') && {
        label: text.sheet.lines,
        run: () => void this.#changeLines(booking),
      },
      estado === 'confirmada' &&
        booking.llegada_en !== null && {
          label: text.sheet.notArrived,
          run: () => this.#setArrived(false),
        },
      { label: text.sheet.again, run: () => void this.#again(booking) },
      isOpen &&
        minutes < 0 && {
          label: text.sheet.cancel,
          look: 'secondary danger',
          run: () => void this.#cancel(booking),
        },
    ]
    return actionList(actions.filter((action) => action !== false))
  }
}

const contactOf = ({
  telefono,
  email,
}: {
  telefono: string
  email: string
}): TemplateResult | typeof nothing =>
  telefono || email
    ? html`<p class="links">
        ${telefono ? html`<a href="tel:${telefono}"><bdi dir="ltr">${telefono}</bdi></a>` : nothing}
        ${email ? html`<a href="mailto:${email}"><bdi dir="ltr">${email}</bdi></a>` : nothing}
      </p>`
    : nothing
