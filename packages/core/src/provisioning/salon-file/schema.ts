import { createRequire } from 'node:module'
import type Type from 'typebox'
import type { Static, TSchema } from 'typebox'
import { languages } from '../../catalog/catalog.ts'
import { modes, type WeekdayName, weekdays } from '../salon.ts'
import {
  datePattern,
  handlePattern,
  imagePattern,
  slugPattern,
  spanPattern,
  spansPattern,
  timePattern,
} from './patterns.ts'

/** Also the base of what editors are given to complete a salon file. */
export function salonFileSchema(): SalonFileSchema {
  schema ??= makeSchema(typebox())
  return schema
}

/** Every word that the format knows somewhere. */
export function knownKeys(): ReadonlySet<string> {
  words ??= new Set(wordsOf(salonFileSchema()))
  return words
}

type SalonFileSchema = ReturnType<typeof makeSchema>
export type SalonFileDocument = Static<SalonFileSchema>

let schema: SalonFileSchema | undefined
let words: Set<string> | undefined

/** A tenth of a second to load: the API and most commands never read a salon file. */
const typebox = (): typeof Type => createRequire(import.meta.url)('typebox').default

/**
 * The shape of a salon file as it is written: what docs/salon-file.md tells in words. A `title`
 * completes the sentence "must be ..." for whoever made a mistake there; a `description` is for
 * whoever points at the word in an editor.
 */
function makeSchema(Type: ReturnType<typeof typebox>) {
  const strict = { additionalProperties: false }

  const line = (title = 'text', maxLength = 120) => Type.String({ title, minLength: 1, maxLength })
  const prose = (maxLength: number) =>
    Type.Union(
      [
        Type.String({ minLength: 1, maxLength }),
        Type.Object(
          Object.fromEntries(
            languages.map((language) => [
              language,
              Type.Optional(Type.String({ minLength: 1, maxLength })),
            ]),
          ) as Record<
            (typeof languages)[number],
            ReturnType<typeof Type.Optional<ReturnType<typeof Type.String>>>
          >,
          {
            ...strict,
            minProperties: 1,
            title: `a text for at least one of ${languages.join(', ')}`,
          },
        ),
      ],
      { title: `text, or a text for each of ${languages.join(', ')}` },
    )
  const yesOrNo = (description: string) => Type.Boolean({ title: 'true or false', description })
  const whole = (title: string, minimum: number, maximum: number, description?: string) =>
    Type.Integer({ title, minimum, maximum, ...(description === undefined ? {} : { description }) })
  const hoursOrNever = (least: number, description: string) =>
    Type.Union([Type.Integer({ minimum: least, maximum: 720 }), Type.Literal('never')], {
      title: `a whole number of hours from ${least} to 720, or never`,
      description,
    })
  const price = (description: string) =>
    Type.Number({ title: 'a price such as 18.50', minimum: 0, maximum: 1_000_000, description })
  const points = (description: string) =>
    whole('a whole number of points', 0, 1_000_000, description)
  const image = () =>
    Type.String({
      title: 'a web address, or a path such as /images/cut.jpg',
      pattern: imagePattern,
      maxLength: 2000,
    })
  const gallery = () => Type.Array(image(), { title: 'a list of images', maxItems: 30 })
  const handle = (title = 'a handle') =>
    Type.String({ title, pattern: handlePattern, maxLength: 60 })
  const date = () => Type.String({ title: 'a date such as 2030-12-25', pattern: datePattern })
  const time = () => Type.String({ title: 'a time such as 10:00', pattern: timePattern })
  const span = (description: string) =>
    Type.String({ title: 'from-to such as 10:00-14:00', pattern: spanPattern, description })
  const spans = () =>
    Type.String({
      title: 'one or more times such as 10:00-14:00, 16:00-20:00',
      pattern: spansPattern,
      maxLength: 200,
    })
  const oneOf = <const Words extends readonly string[]>(words: Words) =>
    Type.Unsafe<Words[number]>({ enum: [...words] })
  const byHandle = <Entry extends TSchema>(entry: Entry) =>
    Type.Record(Type.String({ pattern: handlePattern }), entry, {
      title: 'entries, each under its own handle',
      ...strict,
    })

  const week = <Day extends TSchema>(day: Day) => {
    const days = Object.fromEntries(weekdays.map((name) => [name, Type.Optional(day)]))
    return Type.Object(days as Record<WeekdayName, ReturnType<typeof Type.Optional<Day>>>, {
      title: 'the days of the week, monday to sunday',
      ...strict,
    })
  }

  /** A day, several in a row, or (in a demo file) so many days after the business was made. */
  const dayWords = {
    day: Type.Optional(date()),
    from: Type.Optional(date()),
    to: Type.Optional(date()),
    in: Type.Optional(
      Type.String({
        title: 'a distance such as 12 days',
        pattern: '^-?\\d{1,3} days?$',
        description: 'Demo files only.',
      }),
    ),
  }

  const openingDay = Type.Union(
    [
      Type.String({ pattern: `^closed$|${spanPattern}` }),
      Type.Object(
        {
          open: span('When the salon opens and closes'),
          break: Type.Optional(span('When it shuts in between')),
        },
        strict,
      ),
    ],
    {
      title: 'closed, or a time such as 10:00-20:00, or { open: 10:00-20:00, break: 14:00-16:00 }',
    },
  )

  const closing = Type.Object(
    {
      ...dayWords,
      time: Type.Optional(span('Only this part of the day is closed')),
      reason: Type.Optional(prose(200)),
    },
    strict,
  )

  const category = Type.Object(
    {
      name: prose(120),
      description: Type.Optional(prose(2000)),
      image: Type.Optional(image()),
      kind: Type.Optional(oneOf(['service', 'product'])),
    },
    strict,
  )

  const service = Type.Object(
    {
      name: prose(120),
      description: Type.Optional(prose(2000)),
      category: handle('the handle of a category'),
      duration: whole('a whole number of minutes from 5 to 720', 5, 720, 'Minutes'),
      price: price('Regular price, in the currency of the salon'),
      offer_price: Type.Optional(price('What it costs while on offer')),
      points_awarded: Type.Optional(points('Points the customer earns')),
      points_price: Type.Optional(points('Points that pay for it whole')),
      image: Type.Optional(image()),
      gallery: Type.Optional(gallery()),
      bookable_online: Type.Optional(yesOrNo('Whether customers may book it themselves')),
      featured: Type.Optional(yesOrNo('Whether the salon shows it first')),
    },
    strict,
  )

  const dearPrice = (description: string) =>
    Type.Number({
      title: 'a price above nothing, such as 18.50',
      minimum: 0.01,
      maximum: 1_000_000,
      description,
    })

  const product = Type.Object(
    {
      name: prose(120),
      description: Type.Optional(prose(2000)),
      category: handle('the handle of a category of products'),
      price: dearPrice('Regular price, in the currency of the salon'),
      offer_price: Type.Optional(dearPrice('What it costs while on offer')),
      points_awarded: Type.Optional(points('Points the customer earns')),
      image: Type.Optional(image()),
      featured: Type.Optional(yesOrNo('Whether the salon shows it first')),
      stock: Type.Optional(
        whole('a whole number of pieces', 0, 1_000_000, 'Came in so far, sold ones included'),
      ),
    },
    strict,
  )

  const pointsPackage = Type.Object(
    {
      name: prose(120),
      points: whole(
        'a whole number of points above nothing',
        1,
        1_000_000,
        'Points the customer gets',
      ),
      price: dearPrice('What they cost'),
    },
    strict,
  )

  const exception = Type.Object(
    { ...dayWords, works: Type.Optional(spans()), reason: Type.Optional(prose(200)) },
    strict,
  )

  const professional = Type.Object(
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
        [Type.Literal('all'), Type.Array(handle('the handle of a service'), { maxItems: 5000 })],
        {
          title: 'all, or a list of handles of services',
        },
      ),
      shifts: Type.Optional(week(spans())),
      exceptions: Type.Optional(
        Type.Array(exception, { title: 'a list of exceptions', maxItems: 1000 }),
      ),
    },
    strict,
  )

  const perMinute = (description: string) =>
    Type.Optional(whole('a whole number from 1 to 1000000', 1, 1_000_000, description))
  const limits = Type.Object(
    {
      publishable_per_address: perMinute(
        'Requests a minute with publishable keys from one address',
      ),
      publishable: perMinute('Requests a minute with all publishable keys together'),
      secret: perMinute('Requests a minute with one secret key'),
      create: perMinute('Bookings a minute from one address'),
      look_up: perMinute('Looks for bookings by code a minute from one address'),
      intent: perMinute('Payments begun a minute from one address'),
      auth: perMinute('Steps of signing in a minute from one address, and for one account'),
      secret_per_kind: perMinute('Each of the last four with a secret key that names no visitor'),
    },
    strict,
  )

  const settings = Type.Object(
    {
      currency: oneOf(['EUR', 'USD', 'GBP', 'AED']),
      timezone: line('the name of a time zone such as Europe/Madrid'),
      language: oneOf(languages),
      slot_interval: Type.Optional(
        Type.Union([Type.Literal(15), Type.Literal(30)], { title: '15 or 30 (minutes)' }),
      ),
      horizon_days: Type.Optional(
        whole('a whole number of days from 1 to 365', 1, 365, 'How far ahead may be booked'),
      ),
      notice_minutes: Type.Optional(
        whole('a whole number of minutes', 0, 525_600, 'The latest booking before a start'),
      ),
      cancellation_hours: Type.Optional(
        whole('a whole number of hours', 0, 8760, 'The latest cancellation before a start'),
      ),
      autocomplete_hours: Type.Optional(
        hoursOrNever(0, 'When a visit counts as done, after its end'),
      ),
      reminder_hours: Type.Optional(
        hoursOrNever(1, 'When the customer is reminded, before the start'),
      ),
      phone_required: Type.Optional(yesOrNo('Whether a booking needs a phone number')),
      confirm_by_hand: Type.Optional(yesOrNo('Whether the salon confirms each booking itself')),
      points: Type.Optional(yesOrNo('Whether loyalty points are in use')),
      online_payments: Type.Optional(yesOrNo('Whether bookings can be paid online')),
      prepayment: Type.Optional(yesOrNo('Whether bookings must be paid online')),
    },
    strict,
  )

  const demoDay = () =>
    whole('a whole number of days, negative for the past', -365, 365, 'Days from today')
  const demo = Type.Object(
    {
      bookings: Type.Optional(
        Type.Array(
          Type.Object(
            {
              day: demoDay(),
              time: time(),
              professional: handle('the handle of a professional'),
              service: Type.Union([handle(), Type.Array(handle(), { minItems: 1, maxItems: 10 })], {
                title: 'the handle of a service, or a list of them',
              }),
              customer: line(),
              state: Type.Optional(oneOf(['completed', 'no_show', 'cancelled'])),
            },
            strict,
          ),
          { title: 'a list of bookings', maxItems: 1000 },
        ),
      ),
      reviews: Type.Optional(
        Type.Array(
          Type.Object(
            {
              day: demoDay(),
              professional: handle('the handle of a professional'),
              customer: line(),
              rating: whole('a whole number from 1 to 5', 1, 5),
              comment: Type.Optional(line('text', 1000)),
            },
            strict,
          ),
          { title: 'a list of reviews', maxItems: 1000 },
        ),
      ),
    },
    strict,
  )

  return Type.Object(
    {
      salon: Type.String({
        title: 'a short name of small letters, digits and hyphens',
        pattern: slugPattern,
      }),
      mode: oneOf(modes),
      name: line(),
      description: Type.Optional(prose(2000)),
      contact: Type.Optional(
        Type.Object(
          {
            email: Type.Optional(line('an e-mail address', 254)),
            phone: Type.Optional(line('a phone number', 40)),
          },
          strict,
        ),
      ),
      address: Type.Object(
        {
          street: Type.Optional(line('text', 200)),
          city: Type.Optional(line()),
          postal_code: Type.Optional(line('text', 20)),
          country: Type.String({
            title: 'a country code of two capitals such as ES',
            pattern: '^[A-Z]{2}$',
          }),
        },
        strict,
      ),
      coordinates: Type.Optional(
        Type.Object(
          {
            latitude: Type.Number({ title: 'a number from -90 to 90', minimum: -90, maximum: 90 }),
            longitude: Type.Number({
              title: 'a number from -180 to 180',
              minimum: -180,
              maximum: 180,
            }),
          },
          strict,
        ),
      ),
      images: Type.Optional(
        Type.Object({ logo: Type.Optional(image()), cover: Type.Optional(image()) }, strict),
      ),
      social: Type.Optional(
        Type.Object(
          {
            instagram: Type.Optional(line('an account name')),
            facebook: Type.Optional(line('an account name')),
            website: Type.Optional(
              Type.String({ title: 'a web address', pattern: '^https?://\\S+$', maxLength: 2000 }),
            ),
          },
          strict,
        ),
      ),
      settings,
      limits: Type.Optional(limits),
      hours: week(openingDay),
      closings: Type.Optional(Type.Array(closing, { title: 'a list of closings', maxItems: 1000 })),
      categories: Type.Optional(byHandle(category)),
      services: Type.Optional(byHandle(service)),
      professionals: Type.Optional(byHandle(professional)),
      products: Type.Optional(byHandle(product)),
      points_packages: Type.Optional(byHandle(pointsPackage)),
      keys: Type.Optional(
        Type.Object(
          { publishable: line('a publishable key'), secret: line('a secret key') },
          { ...strict, description: 'Demo files only.' },
        ),
      ),
      demo: Type.Optional(demo),
    },
    { title: 'a salon: salon, mode, name, settings, hours and so on', ...strict },
  )
}

function wordsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const properties = 'properties' in schema ? Object.keys(schema.properties as object) : []
  return [...properties, ...Object.values(schema).flatMap(wordsOf)]
}
