import { languages } from '@silla/locale'
import type { Settings } from '../../catalog/catalog.ts'
import { spanPattern, strict, type TypeBuilder, type ValueSchemas } from './schema-values.ts'

export function scheduleSchemas(Type: TypeBuilder, { days, prose, span }: ValueSchemas) {
  const openingDay = Type.Union(
    [
      Type.String({ pattern: `^closed$|${spanPattern}` }),
      Type.Object(
        {
          open: span('Opening and closing time'),
          break: Type.Optional(span('Closed in between')),
        },
        strict,
      ),
    ],
    {
      title: 'closed, or a span such as 10:00-20:00, or { open: 10:00-20:00, break: 14:00-16:00 }',
    },
  )
  const closing = Type.Object(
    {
      ...days,
      time: Type.Optional(span('Closed only during this part of the day')),
      reason: Type.Optional(prose(200)),
    },
    strict,
  )
  return { openingDay, closing }
}

export function catalogSchemas(Type: TypeBuilder, values: ValueSchemas) {
  const { prose, handle, whole, price, priceAboveZero, vatRate, points, image, gallery, yesOrNo } =
    values
  const { duration, phases } = values

  const category = Type.Object(
    {
      name: prose(120),
      description: Type.Optional(prose(2000)),
      image: Type.Optional(image()),
      kind: Type.Optional(values.oneOf(['service', 'product'])),
    },
    strict,
  )

  const resource = Type.Object(
    {
      name: prose(120),
      count: Type.Optional(whole('a whole number from 1 to 100', 1, 100, 'How many there are')),
    },
    strict,
  )

  const service = Type.Object(
    {
      name: prose(120),
      description: Type.Optional(prose(2000)),
      category: handle('the handle of a category'),
      duration: duration(),
      phases: Type.Optional(phases()),
      buffer_after: Type.Optional(
        whole(
          'a whole number of minutes from 0 to 120',
          0,
          120,
          'Minutes after the service in which its professional and resources stay taken',
        ),
      ),
      needs: Type.Optional(
        Type.Array(handle('the handle of a resource'), {
          title: 'a list of resource handles',
          maxItems: 10,
          description: 'Takes one of each for the whole service',
        }),
      ),
      price: price('Regular price, in the currency of the salon'),
      offer_price: Type.Optional(price('Offer price, below the regular price')),
      vat_rate: Type.Optional(vatRate()),
      points_awarded: Type.Optional(points('Points the customer earns')),
      points_price: Type.Optional(points('Points that pay for the service')),
      deposit: Type.Optional(
        values.deposit('What is paid of it in advance, in place of the deposit of the salon', {}),
      ),
      card_guarantee: Type.Optional(
        values.cardGuarantee(
          'What may be charged to a card for it, in place of the guarantee of the salon',
          {},
        ),
      ),
      image: Type.Optional(image()),
      gallery: Type.Optional(gallery()),
      bookable_online: Type.Optional(yesOrNo('Whether customers can book it online')),
      featured: Type.Optional(yesOrNo('Whether the salon features it')),
    },
    strict,
  )

  const product = Type.Object(
    {
      name: prose(120),
      description: Type.Optional(prose(2000)),
      category: handle('the handle of a category of products'),
      price: priceAboveZero('Regular price, in the currency of the salon'),
      offer_price: Type.Optional(priceAboveZero('Offer price, below the regular price')),
      vat_rate: Type.Optional(vatRate()),
      points_awarded: Type.Optional(points('Points the customer earns')),
      image: Type.Optional(image()),
      featured: Type.Optional(yesOrNo('Whether the salon features it')),
      stock: Type.Optional(
        whole(
          'a whole number of pieces',
          0,
          1_000_000,
          'Total number received so far, including those already sold',
        ),
      ),
    },
    strict,
  )

  const pointsPackage = Type.Object(
    {
      name: prose(120),
      points: whole('a whole number of points above zero', 1, 1_000_000, 'Points in the package'),
      price: priceAboveZero('Price of the package'),
    },
    strict,
  )

  return { category, resource, service, product, pointsPackage }
}

export function professionalSchema(Type: TypeBuilder, values: ValueSchemas) {
  const { days, line, prose, image, gallery, handle, spans, week } = values
  const ownTerms = Type.Object(
    {
      duration: Type.Optional(values.duration()),
      phases: Type.Optional(values.phases()),
      price: Type.Optional(values.price('Replaces the price and the offer price')),
    },
    strict,
  )
  const exception = Type.Object(
    { ...days, works: Type.Optional(spans()), reason: Type.Optional(prose(200)) },
    strict,
  )
  return Type.Object(
    {
      name: line(),
      title: Type.Optional(prose(120)),
      bio: Type.Optional(prose(2000)),
      specialties: Type.Optional(
        Type.Array(prose(120), { title: 'a list of texts', maxItems: 20 }),
      ),
      image: Type.Optional(image()),
      gallery: Type.Optional(gallery()),
      services: Type.Union(
        [
          Type.Literal('all'),
          Type.Array(handle('the handle of a service'), { maxItems: 5000 }),
          values.byHandle(ownTerms),
        ],
        {
          title:
            'all, a list of service handles, or a mapping of service handles to own duration, ' +
            'phases and price',
        },
      ),
      shifts: Type.Optional(week(spans())),
      exceptions: Type.Optional(
        Type.Array(exception, { title: 'a list of exceptions', maxItems: 1000 }),
      ),
    },
    strict,
  )
}

export function limitsSchema(Type: TypeBuilder, { whole }: ValueSchemas) {
  const perMinute = (description: string) =>
    Type.Optional(whole('a whole number from 1 to 1000000', 1, 1_000_000, description))
  return Type.Object(
    {
      publishable_per_address: perMinute(
        'Requests per minute with publishable keys from one address',
      ),
      publishable: perMinute('Requests per minute with publishable keys in total'),
      secret: perMinute('Requests per minute with one secret key'),
      create: perMinute('Bookings and orders created per minute from one address'),
      look_up: perMinute('Bookings looked up by code per minute from one address'),
      intent: perMinute('Payments started per minute from one address'),
      auth: perMinute('Sign-in requests per minute from one address, and for one account'),
      webhook_test: perMinute('Endpoints of events tested per minute, by whichever key'),
      secret_per_kind: perMinute(
        'Per minute, for each of create, look_up, intent and auth, with a secret key that does ' +
          'not name a visitor',
      ),
    },
    strict,
  )
}

export function settingsSchema(Type: TypeBuilder, values: ValueSchemas) {
  const { line, oneOf, whole, hoursOrNever, price, yesOrNo } = values
  return Type.Object(
    {
      currency: oneOf(['EUR', 'USD', 'GBP', 'AED']),
      timezone: line('the name of a time zone such as Europe/Madrid'),
      language: oneOf(languages),
      slot_interval: Type.Optional(
        Type.Union([Type.Literal(15), Type.Literal(30)], { title: '15 or 30 (minutes)' }),
      ),
      horizon_days: Type.Optional(
        whole('a whole number of days from 1 to 365', 1, 365, 'How many days ahead can be booked'),
      ),
      notice_minutes: Type.Optional(
        whole(
          'a whole number of minutes',
          0,
          525_600,
          'Minutes before its start at which a slot is no longer offered',
        ),
      ),
      cancellation_hours: Type.Optional(
        whole(
          'a whole number of hours',
          0,
          8760,
          'Hours before the start until which a customer may cancel',
        ),
      ),
      reschedule_hours: Type.Optional(
        whole(
          'a whole number of hours',
          0,
          8760,
          'Hours before the start until which a customer may move a booking',
        ),
      ),
      reschedule_limit: Type.Optional(
        whole('a whole number from 0 to 100', 0, 100, 'How often a customer may move one booking'),
      ),
      guest_bookings_per_address: Type.Optional(
        whole(
          'a whole number from 1 to 10000',
          1,
          10_000,
          'How many bookings guests may make a day from one client address',
        ),
      ),
      guest_bookings_per_domain: Type.Optional(
        whole(
          'a whole number from 1 to 10000',
          1,
          10_000,
          'How many bookings guests may make a day with one email domain that is not public',
        ),
      ),
      assignment: Type.Optional(oneOf(['balanced', 'priority'])),
      waitlist_offer_minutes: Type.Optional(
        whole(
          'a whole number of minutes from 5 to 1440',
          5,
          1440,
          'Minutes for which an offer of the waitlist stands',
        ),
      ),
      managed_by: Type.Optional(
        Type.Unsafe<Settings['managedBy']>({
          enum: ['salon', 'file'],
          description: 'Whether the salon changes its settings itself, or only this file does',
        }),
      ),
      online_page: Type.Optional(yesOrNo('Whether the salon has a booking page')),
      notifications: Type.Optional(
        Type.Unsafe<Settings['ownerNotifications']>({
          enum: ['each', 'daily', 'none'],
          description: 'Emails to the salon about its bookings: one each, or one every morning',
        }),
      ),
      notes_in_owner_emails: Type.Optional(
        yesOrNo('Whether these emails contain what customers wrote to the salon'),
      ),
      messages_per_month: Type.Optional(
        whole(
          'a whole number from 0 to 1000000',
          0,
          1_000_000,
          'How many messages to phones may be sent in a month; then customers get emails',
        ),
      ),
      owner_messages: Type.Optional(
        Type.Unsafe<Settings['ownerMessages']>({
          enum: ['none', 'sms', 'whatsapp'],
          description: 'How emails to the salon about single bookings also reach a phone',
        }),
      ),
      owner_messages_phone: Type.Optional(
        Type.String({
          pattern: '^(\\+[1-9][0-9]{6,14})?$',
          title: 'a phone number such as +34600112233',
          description: 'The phone that gets them',
        }),
      ),
      calendar_names: Type.Optional(
        Type.Unsafe<Settings['calendarNames']>({
          enum: ['initials', 'full'],
          description: 'How calendar feeds name customers',
        }),
      ),
      autocomplete_hours: Type.Optional(
        hoursOrNever(0, 'Hours after its end at which a visit counts as completed'),
      ),
      reminder_hours: Type.Optional(
        hoursOrNever(1, 'Hours before its start at which the customer is reminded'),
      ),
      phone_required: Type.Optional(yesOrNo('Whether a booking requires a phone number')),
      confirm_by_hand: Type.Optional(yesOrNo('Whether the salon confirms each booking manually')),
      points: Type.Optional(yesOrNo('Whether loyalty points are enabled')),
      online_payments: Type.Optional(yesOrNo('Whether bookings can be paid online')),
      prepayment: Type.Optional(yesOrNo('Whether bookings must be paid online')),
      deposit: Type.Optional(
        values.deposit('What is paid online in advance; the rest at the salon', {
          only_new_customers: Type.Optional(
            yesOrNo('Whether only customers who have not been there yet pay it'),
          ),
          from_total: Type.Optional(price('Only for visits that cost at least this')),
        }),
      ),
      card_guarantee: Type.Optional(
        values.cardGuarantee(
          'The card that customers leave where nothing is paid in advance, and what may be charged to it',
          {
            only_new_customers: Type.Optional(
              yesOrNo('Whether only customers who have not been there yet leave a card'),
            ),
            from_total: Type.Optional(price('Only for visits that cost at least this')),
          },
        ),
      ),
      after_no_shows: Type.Optional(
        whole(
          'a whole number from 1 to 100',
          1,
          100,
          'From how many missed visits on a customer pays the deposit',
        ),
      ),
      refund_tiers: Type.Optional(
        Type.Array(
          Type.Object(
            {
              hours: whole('a whole number of hours', 0, 8760, 'Hours before the start, at least'),
              percent: values.percent('What is refunded then'),
            },
            strict,
          ),
          {
            title: 'a list such as [{ hours: 48, percent: 100 }, { hours: 24, percent: 50 }]',
            maxItems: 10,
            description: 'What customers who cancel get back of what they paid online',
          },
        ),
      ),
      refund_application_fee: Type.Optional(
        yesOrNo('Whether the platform returns its fee with a refund'),
      ),
    },
    strict,
  )
}

export function demoSchema(Type: TypeBuilder, values: ValueSchemas) {
  const { handle, line, oneOf, time, whole } = values
  const day = () =>
    whole('a whole number of days, negative for the past', -365, 365, 'Days from today')
  const booking = Type.Object(
    {
      day: day(),
      time: time(),
      professional: handle('the handle of a professional'),
      service: Type.Union([handle(), Type.Array(handle(), { minItems: 1, maxItems: 10 })], {
        title: 'the handle of a service, or a list of them',
      }),
      customer: line(),
      state: Type.Optional(oneOf(['completed', 'no_show', 'cancelled'])),
    },
    strict,
  )
  const review = Type.Object(
    {
      day: day(),
      professional: handle('the handle of a professional'),
      customer: line(),
      rating: whole('a whole number from 1 to 5', 1, 5),
      comment: Type.Optional(line('text', 1000)),
    },
    strict,
  )
  return Type.Object(
    {
      bookings: Type.Optional(Type.Array(booking, { title: 'a list of bookings', maxItems: 1000 })),
      reviews: Type.Optional(Type.Array(review, { title: 'a list of reviews', maxItems: 1000 })),
    },
    strict,
  )
}
