import type { BusinessDetail, CustomerDetail, StoredMail, StoredMessage } from '@silla/core'
import { sanitize, sanitizeLines } from '../text/sanitize.ts'
import { dim } from '../text/terminal.ts'
import { formatLocalTime } from '../text/values.ts'

/** One object as text, one fact per line; empty facts are left out. */
export function card(facts: readonly (readonly [name: string, value: string | number])[]): string {
  const shown = facts.filter(([, value]) => value !== '')
  const width = Math.max(...shown.map(([name]) => name.length)) + 2
  return shown
    .map(([name, value]) => `${dim(name.padEnd(width))}${sanitize(String(value))}`)
    .join('\n')
}

/** @param pageUrl of the booking page; null: it is off, or its address is not known here */
export function businessCard(business: BusinessDetail, pageUrl: string | null): string {
  return card([
    ['Slug', business.slug],
    ['Name', business.name],
    ['Id', business.businessId],
    ['Mode', business.mode],
    ['Status', business.status],
    ['Zone', business.timezone],
    ['Currency', business.currency],
    ['Language', business.language],
    ['Country', business.country],
    ['Categories', business.categories],
    ['Services', business.services],
    ['Professionals', business.professionals],
    ['Upcoming bookings', business.comingBookings],
    [
      'Booking page',
      pageUrl ?? (business.onlinePage ? 'on (set PUBLIC_URL to see its address)' : 'off'),
    ],
    ['Created', formatLocalTime(business.createdAt, business.timezone)],
  ])
}

export function customerCard(customer: CustomerDetail, timezone: string): string {
  const when = (at: Date | null | undefined) => (at ? formatLocalTime(at, timezone) : '')
  const { account } = customer
  return card([
    ['Id', customer.id],
    ['Name', customer.name],
    ['Email', customer.email],
    ['Phone', customer.phone],
    ['Language', customer.language],
    ['Account', account === null ? 'none' : `since ${when(account.verifiedAt)}`],
    ['Birth date', account?.birthDate ?? ''],
    ['Marketing', account === null ? '' : account.acceptsMarketing ? 'accepted' : 'not accepted'],
    ['Points', customer.pointsBalance],
    ['Bookings', customer.bookings],
    ['Created', when(customer.createdAt)],
    ['Blocked', when(customer.blockedAt)],
    ['Erased', when(customer.erasedAt)],
  ])
}

/** An email, followed by its text if it is stored. */
export function mailCard(mail: StoredMail, timezone: string): string {
  const facts = card([
    ['Id', mail.id],
    ['Kind', mail.kind],
    ['To', mail.to],
    ['Language', mail.language],
    ['State', mail.state],
    ['Subject', mail.subject],
    ['Created', formatLocalTime(mail.createdAt, timezone)],
    [
      mail.state === 'kept' ? 'Kept' : 'Sent',
      mail.sentAt === null ? '' : formatLocalTime(mail.sentAt, timezone),
    ],
    ['Attempts', mail.attempts],
    ['Last error', mail.lastError.split('\n')[0] ?? ''],
  ])
  return mail.text === '' ? facts : `${facts}\n\n${sanitizeLines(mail.text)}`
}

export function messageCard(message: StoredMessage, timezone: string): string {
  const when = (at: Date | null) => (at === null ? '' : formatLocalTime(at, timezone))
  const { costMicros, costCurrency } = message
  return card([
    ['Id', message.id],
    ['Kind', message.kind],
    ['Channel', message.channel],
    ['From', message.sender],
    ['To', message.to],
    ['Customer', message.customerId ?? 'none: it is for the owner'],
    ['Language', message.language],
    ['Template', message.template],
    ['State', message.state],
    ['Error', message.error.split('\n')[0] ?? ''],
    ['Attempts', message.attempts],
    ['Segments', message.segments],
    ['Cost', costMicros === null ? '' : `${(costMicros / 1e6).toFixed(4)} ${costCurrency}`],
    ['Provider id', message.providerRef ?? ''],
    ['Email instead', message.mailId ?? ''],
    ['Created', when(message.createdAt)],
    ['Sent', when(message.sentAt)],
    ['Delivered', when(message.deliveredAt)],
    ['Read', when(message.readAt)],
  ])
}
