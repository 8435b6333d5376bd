import { Flags } from '@oclif/core'
import type { CustomerRecords, KnownCustomer } from '@silla/core'
import type { Currency } from '@silla/money'
import { businessFlag } from '../../inputs/business-flag.ts'
import { customerArgument } from '../../inputs/customer-argument.ts'
import { yesFlag } from '../../inputs/yes-flag.ts'
import { counted } from '../../outputs/counted.ts'
import { money } from '../../outputs/money.ts'
import { centsBack } from '../../outputs/money-back.ts'
import { safeText } from '../../outputs/safe-text.ts'
import { Problem } from '../../problems/problem.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CustomersErase extends SillaCommand {
  static override summary = 'Take everything personal about a customer out of the books'
  static override description =
    'Name, e-mail, phone, notes, letters, the account and its sessions; what was done and for how much stays. Visits still to come are cancelled. There is no way back: on a terminal the e-mail has to be typed first; elsewhere it needs --yes. --dry-run only tells what would go.'
  static override examples = [
    '<%= config.bin %> customers erase lucia@example.com --business barberia-centro --dry-run',
    '<%= config.bin %> customers erase 17 -b barberia-centro --yes --json',
  ]
  static override args = { customer: customerArgument }
  static override flags = {
    business: businessFlag,
    'dry-run': Flags.boolean({ description: 'Only tell what would go.' }),
    yes: yesFlag,
  }

  async run(): Promise<Erasure> {
    const { args, flags } = await this.parse(CustomersErase)
    const [{ customerRecords }, { eraseKnownCustomer }, { knownCustomer }] = await Promise.all([
      import('@silla/core/customers/customer-records'),
      import('@silla/core/customers/erase-known-customer'),
      import('@silla/core/customers/known-customer'),
    ])
    const looking = await this.actFor(flags.business)
    const customer = await knownCustomer(looking, args.customer)
    if (customer.erasedAt !== null)
      throw new Problem(`Customer ${customer.id} of ${flags.business} was erased already.`)
    const loss = lossOf(customer, await customerRecords(looking, customer.id))
    this.log(lossLine(customer, loss, (await looking.tenant.catalog()).settings.currency))
    if (flags['dry-run']) return { dryRun: true, customer: { id: customer.id, erasedAt: null }, loss }

    await this.confirmByTyping(customer.email, 'There is no way back.', flags.yes)
    const caller = await this.actFor(flags.business, { customerId: customer.id })
    const erased = await eraseKnownCustomer(caller, customer.id)
    this.log(`Customer ${customer.id} of ${flags.business} is erased.`)
    return { dryRun: false, customer: erased, loss }
  }
}

interface Erasure {
  dryRun: boolean
  customer: {
    id: number
    /** Null in a dry run. */
    erasedAt: Date | null
  }
  loss: Loss
}

/** How much there is of what names somebody. */
interface Loss {
  account: boolean
  bookings: number
  /** Codes of visits to come, which do not take place. */
  cancelled: string[]
  /** What was paid for those visits and goes back, in cents. */
  refundedCents: number
  orders: number
  reviews: number
  sessions: number
  letters: number
}

const lossOf = ({ account }: KnownCustomer, records: CustomerRecords): Loss => ({
  account: account !== null,
  bookings: records.bookings.length,
  cancelled: coming(records).map(({ code }) => code),
  refundedCents: coming(records).reduce((sum, booking) => sum + centsBack(booking), 0),
  orders: records.orders.length,
  reviews: records.reviews.length,
  sessions: records.sessions.length,
  letters: records.letters.length,
})

const coming = ({ bookings }: CustomerRecords) =>
  bookings.filter(({ canCancel }) => canCancel).map(({ booking }) => booking)

function lossLine({ name, email }: KnownCustomer, loss: Loss, currency: Currency): string {
  const parts = [
    loss.account ? 'their account' : 'no account',
    counted(loss.sessions, 'session'),
    counted(loss.letters, 'letter'),
    `their name on ${counted(loss.bookings, 'booking')}, ${counted(loss.orders, 'order')} and ${counted(loss.reviews, 'review')}`,
  ]
  const visits = loss.cancelled.length === 0 ? 'None is to come.' : `To be cancelled: ${loss.cancelled.join(', ')}.`
  const refunded = loss.refundedCents === 0 ? '' : ` ${money(loss.refundedCents, currency)} go back.`
  return `Of ${safeText(name)} (${safeText(email)}) would go: ${parts.join(', ')}. ${visits}${refunded}`
}
