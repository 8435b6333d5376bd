import { Flags } from '@oclif/core'
import type { BusinessUpdate } from '@silla/core'
import { ChangeCommand } from '../../change-command.ts'
import { UsageError } from '../../errors/report-error.ts'
import { changeFlags } from '../../flags/change-flags.ts'
import { slugArgument } from '../../flags/slug-argument.ts'

const fact = (description: string, helpValue = 'TEXT') => Flags.string({ description, helpValue })
const yesOrNo = (description: string) => Flags.boolean({ description, allowNo: true })

export default class BusinessesUpdate extends ChangeCommand {
  static override summary = 'Change single settings of a salon'
  static override description =
    'Sets what the flags say and leaves the rest; an empty text ("") takes a fact out. It shows what would change first. Another time zone moves the working hours: bookings that would fall outside them are named, and refused without --allow-orphaned. For everything else there is businesses export and apply.'
  static override examples = [
    '<%= config.bin %> businesses update barberia-centro --cancellation-hours 48 --no-prepayment',
    '<%= config.bin %> businesses update barberia-centro --email hola@barberia.example --phone "+34 912 345 678" --dry-run',
    '<%= config.bin %> businesses update barberia-centro --reminder-hours never --yes --json',
  ]
  static override args = { slug: slugArgument }
  static override flags = {
    name: fact('The name that customers see.'),
    email: fact('The e-mail that customers see.'),
    phone: fact('The phone that customers see, as in its country or with +.'),
    street: fact('Street and number.'),
    city: fact('The city.'),
    'postal-code': fact('The postal code.'),
    country: fact('Two letters, like ES.'),
    logo: fact('The address of its logo.', 'URL'),
    cover: fact('The address of its cover picture.', 'URL'),
    instagram: fact('Its account, without @.'),
    facebook: fact('Its account.'),
    website: fact('Its web address.', 'URL'),
    timezone: fact('Its time zone, like Europe/Madrid.', 'ZONE'),
    language: fact('Its main language: es, en or ar.'),
    'slot-interval': Flags.integer({
      description: 'Minutes between the starts that are offered: 15 or 30.',
    }),
    'horizon-days': Flags.integer({ description: 'How many days ahead may be booked.' }),
    'notice-minutes': Flags.integer({
      description: 'How long before its start a time stops being offered.',
    }),
    'cancellation-hours': Flags.integer({
      description: 'How long before the start a customer may cancel.',
    }),
    'autocomplete-hours': fact('How long after its end a visit counts as done, or never.', 'HOURS'),
    'reminder-hours': fact(
      'How long before its start the customer is reminded, or never.',
      'HOURS',
    ),
    'phone-required': yesOrNo('Whether a booking needs a phone number.'),
    'confirm-by-hand': yesOrNo('Whether the salon confirms each booking itself.'),
    points: yesOrNo('Whether loyalty points are in use.'),
    'online-payments': yesOrNo('Whether bookings can be paid online.'),
    prepayment: yesOrNo('Whether bookings must be paid online.'),
    ...changeFlags,
  }

  async run() {
    const { args, flags } = await this.parse(BusinessesUpdate)
    const { businessFields, planUpdate, updateBusiness } = await import(
      '@silla/core/provisioning/update-business'
    )
    const said = Object.entries(flags).filter(([name]) => Object.hasOwn(businessFields, name))
    if (said.length === 0)
      throw new UsageError('Say what to set, for one --cancellation-hours 48. See --help.')
    const update: BusinessUpdate = Object.fromEntries(
      said.map(([name, value]) => [name, asWritten(name, value)]),
    )
    const admin = await this.admin()
    const plan = await planUpdate(admin, args.slug, update)
    const allowOrphaned = flags['allow-orphaned']
    return this.carryOut(plan, flags, () =>
      updateBusiness(admin, args.slug, update, { allowOrphaned }),
    )
  }
}

/** Hours are a number, or the word never; a country may come in small letters. */
function asWritten(name: string, value: unknown): string | number {
  if (name === 'country') return String(value).toUpperCase()
  return name.endsWith('-hours') && /^\d{1,6}$/.test(String(value))
    ? Number(value)
    : (value as string)
}
