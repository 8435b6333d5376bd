import { Flags } from '@oclif/core'
import type { BusinessUpdate } from '@silla/core'
import { ChangeCommand } from '../../change-command.ts'
import { UsageError } from '../../errors/report-error.ts'
import { businessFlag, changeFlags } from '../../flags/common-flags.ts'

const text = (description: string, helpValue = 'TEXT') => Flags.string({ description, helpValue })
const toggle = (description: string) => Flags.boolean({ description, allowNo: true })

export default class BusinessesUpdate extends ChangeCommand {
  static override summary = 'Update settings of a salon'
  static override description =
    'Changes only the settings that are passed; an empty text ("") clears a value. Shows the ' +
    'plan first. A different time zone moves the working hours: if upcoming bookings would fall ' +
    'outside them, it lists them and fails without --allow-orphaned. For everything else, use ' +
    'businesses export and businesses apply.'
  static override examples = [
    '<%= config.bin %> businesses update barberia-centro --cancellation-hours 48 --no-prepayment',
    '<%= config.bin %> businesses update barberia-centro --email hola@barberia.example --phone "+34 912 345 678" --dry-run',
    '<%= config.bin %> businesses update barberia-centro --reminder-hours never --yes --json',
  ]
  static override flags = {
    business: businessFlag,
    name: text('The name that customers see.'),
    email: text('The email address that customers see.'),
    phone: text('The phone number that customers see, in national format or with +.'),
    street: text('The street and number.'),
    city: text('The city.'),
    'postal-code': text('The postal code.'),
    country: text('The two-letter country code, such as ES.'),
    'brand-color': text('The colour of buttons and links, such as #1f4e5f.', 'COLOR'),
    logo: text('The URL of the logo.', 'URL'),
    cover: text('The URL of the cover picture.', 'URL'),
    instagram: text('The Instagram account, without @.'),
    facebook: text('The Facebook account.'),
    website: text('The URL of the website.', 'URL'),
    timezone: text('The time zone, such as Europe/Madrid.', 'ZONE'),
    language: text('The main language: es, en or ar.'),
    'slot-interval': Flags.integer({
      description: 'Minutes between the offered start times: 15 or 30.',
    }),
    'horizon-days': Flags.integer({ description: 'The number of days ahead that can be booked.' }),
    'notice-minutes': Flags.integer({
      description: 'The minimum notice for a booking, in minutes.',
    }),
    'cancellation-hours': Flags.integer({
      description: 'The cancellation deadline for customers, in hours before the start.',
    }),
    'reschedule-hours': text(
      'Hours before the start until which customers may move a booking; "" is as for cancelling.',
      'HOURS',
    ),
    'reschedule-limit': Flags.integer({
      description: 'How often a customer may move one booking.',
    }),
    'guest-bookings-per-address': Flags.integer({
      description: 'How many bookings guests may make a day from one client address.',
    }),
    'guest-bookings-per-domain': Flags.integer({
      description:
        'How many bookings guests may make a day with one email domain that is not public.',
    }),
    assignment: Flags.option({
      options: ['balanced', 'priority'] as const,
      description:
        'Who carries out a booking for anyone: the professional with the least booked that day, ' +
        'or the first in the list.',
    })(),
    'waitlist-offer-minutes': Flags.integer({
      description: 'Minutes for which an offer of the waitlist stands.',
    }),
    'online-page': toggle('Show the booking page of the salon.'),
    notifications: text(
      'Emails to the salon about its bookings: each, daily or none; "" is daily where the salon ' +
        'has an email address.',
    ),
    'notes-in-owner-emails': toggle('Show what customers wrote in the emails to the salon.'),
    'calendar-names': Flags.option({
      options: ['initials', 'full'] as const,
      description: 'How the entries of calendars name customers.',
    })(),
    'autocomplete-hours': text(
      'Hours after the end at which a booking is completed automatically, or never.',
      'HOURS',
    ),
    'reminder-hours': text(
      'Hours before the start at which the customer gets a reminder, or never.',
      'HOURS',
    ),
    'phone-required': toggle('Require a phone number for bookings.'),
    'confirm-by-hand': toggle('Require the salon to confirm each booking.'),
    points: toggle('Use loyalty points.'),
    'online-payments': toggle('Accept online payments.'),
    prepayment: toggle('Require online payment for bookings.'),
    'refund-application-fee': toggle('Return the platform fee with refunds.'),
    ...changeFlags,
  }

  async run() {
    const { flags } = await this.parse(BusinessesUpdate)
    const { businessFields, planUpdate, updateBusiness } = await import(
      '@silla/core/provisioning/update-business'
    )
    const values = Object.entries(flags).filter(([name]) => Object.hasOwn(businessFields, name))
    if (values.length === 0)
      throw new UsageError(
        'Pass at least one setting, for example --cancellation-hours 48. See --help.',
      )
    const update: BusinessUpdate = Object.fromEntries(
      values.map(([name, value]) => [name, toFileValue(name, value)]),
    )
    const admin = await this.admin()
    const plan = await planUpdate(admin, flags.business, update)
    const allowOrphaned = flags['allow-orphaned']
    return this.carryOut(plan, flags, () =>
      updateBusiness(admin, flags.business, update, { allowOrphaned }),
    )
  }
}

/** The value in the salon file: hours are a number or never, the country code is upper case. */
function toFileValue(name: string, value: unknown): string | number {
  if (name === 'country') return String(value).toUpperCase()
  return name.endsWith('-hours') && /^\d{1,6}$/.test(String(value))
    ? Number(value)
    : (value as string)
}
