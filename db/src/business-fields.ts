import { languageList } from '@silla/locale'
import type { Field, FieldFlag, FieldsOf } from './record-fields.ts'
import type { ProfileFields, Settings } from './types/catalog.ts'

// The fields of a business (record-fields.ts says what follows from them).

export const profileFields: FieldsOf<ProfileFields> = {
  name: {
    key: 'name',
    type: 'line',
    label: 'name',
    flag: { description: 'The name that customers see.' },
  },
  description: {
    key: 'description',
    type: 'text',
    label: 'description',
    default: {},
    flag: null,
  },
  email: {
    section: 'contact',
    key: 'email',
    type: 'line',
    label: 'e-mail',
    default: '',
    flag: { description: 'The email address that customers see.' },
  },
  phone: {
    section: 'contact',
    key: 'phone',
    type: 'line',
    label: 'phone',
    default: '',
    flag: { description: 'The phone number that customers see, in national format or with +.' },
  },
  street: {
    section: 'address',
    key: 'street',
    type: 'line',
    label: 'street',
    default: '',
    flag: { description: 'The street and number.' },
  },
  city: {
    section: 'address',
    key: 'city',
    type: 'line',
    label: 'city',
    default: '',
    flag: { description: 'The city.' },
  },
  postalCode: {
    section: 'address',
    key: 'postal_code',
    type: 'line',
    label: 'postal code',
    default: '',
    flag: { description: 'The postal code.' },
  },
  country: {
    section: 'address',
    key: 'country',
    type: 'line',
    label: 'country',
    flag: { description: 'The two-letter country code, such as ES.' },
  },
  latitude: {
    section: 'coordinates',
    key: 'latitude',
    type: 'coordinate',
    label: 'latitude',
    default: null,
    flag: null,
  },
  longitude: {
    section: 'coordinates',
    key: 'longitude',
    type: 'coordinate',
    label: 'longitude',
    default: null,
    flag: null,
  },
  brandColor: {
    section: 'branding',
    key: 'color',
    type: 'lineOrNone',
    label: 'brand color',
    default: null,
    flag: {
      name: 'brand-color',
      description: 'The colour of buttons and links, such as #1f4e5f.',
      placeholder: 'COLOR',
    },
  },
  logoUrl: {
    section: 'branding',
    key: 'logo',
    type: 'image',
    label: 'logo',
    default: '',
    flag: { description: 'The URL of the logo.', placeholder: 'URL' },
  },
  coverUrl: {
    section: 'images',
    key: 'cover',
    type: 'image',
    label: 'cover',
    default: '',
    flag: { description: 'The URL of the cover picture.', placeholder: 'URL' },
  },
  instagram: {
    section: 'social',
    key: 'instagram',
    type: 'line',
    label: 'instagram',
    default: '',
    flag: { description: 'The Instagram account, without @.' },
  },
  facebook: {
    section: 'social',
    key: 'facebook',
    type: 'line',
    label: 'facebook',
    default: '',
    flag: { description: 'The Facebook account.' },
  },
  website: {
    section: 'social',
    key: 'website',
    type: 'line',
    label: 'website',
    default: '',
    flag: { description: 'The URL of the website.', placeholder: 'URL' },
  },
} satisfies WithFlag<ProfileFields>

export const settingsFields: FieldsOf<Settings> = {
  currency: { key: 'currency', type: 'choice', label: 'currency', flag: null },
  timezone: {
    key: 'timezone',
    type: 'line',
    label: 'time zone',
    flag: { description: 'The time zone, such as Europe/Madrid.', placeholder: 'ZONE' },
  },
  mainLanguage: {
    key: 'language',
    type: 'choice',
    label: 'language',
    flag: { description: `The main language: ${languageList()}.` },
  },
  slotIntervalMinutes: {
    key: 'slot_interval',
    type: 'minutes',
    label: 'slot interval',
    default: 15,
    flag: { description: 'Minutes between the offered start times: 15 or 30.' },
  },
  horizonDays: {
    key: 'horizon_days',
    type: 'days',
    label: 'horizon',
    default: 90,
    flag: { description: 'The number of days ahead that can be booked.' },
  },
  noticeMinutes: {
    key: 'notice_minutes',
    type: 'minutes',
    label: 'notice',
    default: 0,
    flag: { description: 'The minimum notice for a booking, in minutes.' },
  },
  cancellationHours: {
    key: 'cancellation_hours',
    type: 'number',
    label: 'cancellation hours',
    default: 24,
    flag: {
      description: 'The cancellation deadline for customers, in hours before the start.',
    },
  },
  rescheduleHours: {
    key: 'reschedule_hours',
    type: 'numberOrNone',
    label: 'reschedule hours',
    default: null,
    flag: {
      description:
        'Hours before the start until which customers may move a booking; "" is as for cancelling.',
      placeholder: 'HOURS',
    },
  },
  rescheduleLimit: {
    key: 'reschedule_limit',
    type: 'number',
    label: 'reschedule limit',
    default: 5,
    flag: { description: 'How often a customer may move one booking.' },
  },
  guestBookingsPerAddress: {
    key: 'guest_bookings_per_address',
    type: 'number',
    label: 'guests per address',
    default: 20,
    flag: { description: 'How many bookings guests may make a day from one client address.' },
  },
  guestBookingsPerDomain: {
    key: 'guest_bookings_per_domain',
    type: 'number',
    label: 'guests per domain',
    default: 20,
    flag: {
      description:
        'How many bookings guests may make a day with one email domain that is not public.',
    },
  },
  assignment: {
    key: 'assignment',
    type: 'choice',
    label: 'assignment',
    default: 'balanced',
    flag: {
      description:
        'Who carries out a booking for anyone: the professional with the least booked that day, ' +
        'or the first in the list.',
      options: ['balanced', 'priority'],
    },
  },
  waitlistOfferMinutes: {
    key: 'waitlist_offer_minutes',
    type: 'minutes',
    label: 'waitlist offer',
    default: 15,
    flag: { description: 'Minutes for which an offer of the waitlist stands.' },
  },
  managedBy: {
    key: 'managed_by',
    type: 'choice',
    label: 'managed by',
    default: 'salon',
    flag: {
      description: 'Who changes the settings: the salon itself, or only its salon file.',
      options: ['salon', 'file'],
    },
  },
  onlinePage: {
    key: 'online_page',
    type: 'yesOrNo',
    label: 'online page',
    default: false,
    flag: { description: 'Show the booking page of the salon.' },
  },
  ownerNotifications: {
    key: 'notifications',
    type: 'choice',
    label: 'notifications',
    flag: {
      description:
        'Emails to the salon about its bookings: each, daily or none; "" is daily where the salon ' +
        'has an email address.',
    },
  },
  notesInOwnerEmails: {
    key: 'notes_in_owner_emails',
    type: 'yesOrNo',
    label: 'notes in emails',
    default: true,
    flag: { description: 'Show what customers wrote in the emails to the salon.' },
  },
  messagesPerMonth: {
    key: 'messages_per_month',
    type: 'number',
    label: 'messages per month',
    default: 500,
    flag: {
      description:
        'How many messages to phones may be sent in a month, each part of a long SMS counted; then emails.',
    },
  },
  ownerMessages: {
    key: 'owner_messages',
    type: 'choice',
    label: 'messages to the owner',
    default: 'none',
    flag: {
      description: 'How the emails to the salon about single bookings also reach a phone.',
      options: ['none', 'sms', 'whatsapp'],
    },
  },
  ownerMessagesPhone: {
    key: 'owner_messages_phone',
    type: 'line',
    label: 'phone of the owner',
    default: '',
    flag: {
      description: 'The phone that gets them, with + and the country code.',
      placeholder: 'PHONE',
    },
  },
  calendarNames: {
    key: 'calendar_names',
    type: 'choice',
    label: 'calendar names',
    default: 'initials',
    flag: {
      description: 'How the entries of calendars name customers.',
      options: ['initials', 'full'],
    },
  },
  autocompleteHours: {
    key: 'autocomplete_hours',
    type: 'hoursOrNever',
    label: 'done after',
    default: 24,
    flag: {
      description: 'Hours after the end at which a booking is completed automatically, or never.',
      placeholder: 'HOURS',
    },
  },
  reminderHours: {
    key: 'reminder_hours',
    type: 'hoursOrNever',
    label: 'reminder before',
    default: 24,
    flag: {
      description: 'Hours before the start at which the customer gets a reminder, or never.',
      placeholder: 'HOURS',
    },
  },
  phoneRequired: {
    key: 'phone_required',
    type: 'yesOrNo',
    label: 'phone required',
    default: false,
    flag: { description: 'Require a phone number for bookings.' },
  },
  confirmsByHand: {
    key: 'confirm_by_hand',
    type: 'yesOrNo',
    label: 'confirmation by hand',
    default: false,
    flag: { description: 'Require the salon to confirm each booking.' },
  },
  pointsEnabled: {
    key: 'points',
    type: 'yesOrNo',
    label: 'points',
    default: false,
    flag: { description: 'Use loyalty points.' },
  },
  acceptsOnlinePayments: {
    key: 'online_payments',
    type: 'yesOrNo',
    label: 'online payments',
    default: false,
    flag: { description: 'Accept online payments.' },
  },
  requiresPrepayment: {
    key: 'prepayment',
    type: 'yesOrNo',
    label: 'prepayment',
    default: false,
    flag: { description: 'Require online payment for bookings.' },
  },
  deposit: {
    key: 'deposit',
    type: 'depositPolicy',
    label: 'deposit',
    default: null,
    flag: null,
  },
  cardGuarantee: {
    key: 'card_guarantee',
    type: 'cardPolicy',
    label: 'card guarantee',
    default: null,
    flag: null,
  },
  afterNoShows: {
    key: 'after_no_shows',
    type: 'numberOrNone',
    label: 'deposit after no-shows',
    default: null,
    flag: {
      description:
        'From how many missed visits on a customer owes the deposit; "" is that they do not matter.',
      placeholder: 'NUMBER',
    },
  },
  refundTiers: {
    key: 'refund_tiers',
    type: 'refundTiers',
    label: 'refund tiers',
    default: [],
    flag: null,
  },
  refundsApplicationFee: {
    key: 'refund_application_fee',
    type: 'yesOrNo',
    label: 'fee refunded',
    default: false,
    flag: { description: 'Return the platform fee with refunds.' },
  },
} satisfies WithFlag<Settings>

/** Each field says whether `silla businesses update` has a flag for it. */
type WithFlag<Row> = FieldsOf<Row> & Record<keyof Row, { flag: FieldFlag | null }>

/** The fields that `silla businesses update` can change, by the name of the flag. */
export const flaggedFields: ReadonlyMap<string, FlaggedField> = new Map(
  [
    ...Object.values<Field>(profileFields),
    ...Object.values<Field>(settingsFields).map((field) => ({ section: 'settings', ...field })),
  ].flatMap(({ flag, ...field }) =>
    !flag ? [] : [[flag.name ?? field.key.replaceAll('_', '-'), { ...field, flag }] as const],
  ),
)

export type FlaggedField = Field & { flag: FieldFlag }
