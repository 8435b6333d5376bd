import { languages } from '@silla/locale'
import type Type from 'typebox'
import type { TSchema } from 'typebox'
import { type WeekdayName, weekdays } from '../salon.ts'

export type TypeBuilder = typeof Type
export type ValueSchemas = ReturnType<typeof valueSchemas>

export const strict = { additionalProperties: false }

export const slugPattern = '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'
const time = '(?:[01]\\d|2[0-3]):[0-5]\\d'
const span = `${time} ?- ?(?:${time}|24:00)`
export const spanPattern = `^${span}$`
const spansPattern = `^${span}(?: ?, ?${span})*$`
const handlePattern = '^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$'
const phasePattern = '^(?:work|wait) [1-9]\\d{0,2}$'
const colorPattern = '^#[0-9A-Fa-f]{6}$'
const imagePattern = '^(?:https?://\\S+|/[^\\s/]\\S*)$'

/**
 * The schemas of the values in a salon file. They check the format; the parsers check the meaning.
 * A `title` completes the sentence "must be ..." in an error message; a `description` is what an
 * editor shows for the key.
 */
export function valueSchemas(Type: TypeBuilder) {
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

  const duration = () => whole('a whole number of minutes from 5 to 720', 5, 720, 'Minutes')

  const hoursOrNever = (minimum: number, description: string) =>
    Type.Union([Type.Integer({ minimum, maximum: 720 }), Type.Literal('never')], {
      title: `a whole number of hours from ${minimum} to 720, or never`,
      description,
    })

  const price = (description: string) =>
    Type.Number({ title: 'a price such as 18.50', minimum: 0, maximum: 1_000_000, description })

  const priceAboveZero = (description: string) =>
    Type.Number({
      title: 'a price above zero, such as 18.50',
      minimum: 0.01,
      maximum: 1_000_000,
      description,
    })

  const vatRate = () =>
    Type.Number({
      title: 'a rate in percent from 0 to 100, such as 21',
      minimum: 0,
      maximum: 100,
      description: 'VAT that the price contains, in percent',
    })

  const points = (description: string) =>
    whole('a whole number of points', 0, 1_000_000, description)

  const image = () =>
    Type.String({
      title: 'a URL, or a path such as /images/cut.jpg',
      pattern: imagePattern,
      maxLength: 2000,
    })

  const color = () =>
    Type.String({
      title: 'a colour such as "#1f4e5f", in quotes',
      pattern: colorPattern,
      description: 'Of buttons and links on the booking page and in emails',
    })

  const handle = (title = 'a handle') =>
    Type.String({ title, pattern: handlePattern, maxLength: 60 })

  const date = () =>
    Type.String({ title: 'a date such as 2030-12-25', pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

  const phases = () =>
    Type.Array(
      Type.String({
        title: 'work or wait and its minutes, such as work 20',
        pattern: phasePattern,
      }),
      {
        title: 'a list such as [work 20, wait 35, work 15]',
        minItems: 1,
        maxItems: 9,
        description: 'How the duration passes; the professional is free for others during a wait',
      },
    )

  const percent = (description: string) =>
    whole('a whole number of percent from 0 to 100', 0, 100, description)

  /** @param more what else a deposit can say */
  const deposit = <const More extends Record<string, TSchema>>(description: string, more: More) =>
    Type.Union(
      [
        Type.Object({ percent: percent('Of the price of each service'), ...more }, strict),
        Type.Object({ amount: price('For each service'), ...more }, strict),
      ],
      { title: 'a mapping such as { percent: 30 } or { amount: 10 }', description },
    )

  /** @param more what else a guarantee can say */
  const cardGuarantee = <const More extends Record<string, TSchema>>(
    description: string,
    more: More,
  ) =>
    Type.Object(
      {
        no_show: Type.Object(
          { percent: percent('Of the price, for somebody who does not come') },
          strict,
        ),
        late_cancel: Type.Object(
          { percent: percent('Of the price, for a late cancellation') },
          strict,
        ),
        ...more,
      },
      {
        ...strict,
        title: 'a mapping such as { no_show: { percent: 100 }, late_cancel: { percent: 50 } }',
        description,
      },
    )

  return {
    line,
    prose,
    percent,
    deposit,
    cardGuarantee,
    yesOrNo,
    whole,
    duration,
    hoursOrNever,
    phases,
    price,
    priceAboveZero,
    vatRate,
    points,
    color,
    image,
    gallery: () => Type.Array(image(), { title: 'a list of images', maxItems: 30 }),
    handle,
    time: () => Type.String({ title: 'a time such as 10:00', pattern: `^${time}$` }),
    span: (description: string) =>
      Type.String({ title: 'a span such as 10:00-14:00', pattern: spanPattern, description }),
    spans: () =>
      Type.String({
        title: 'one or more spans such as 10:00-14:00, 16:00-20:00',
        pattern: spansPattern,
        maxLength: 200,
      }),

    oneOf: <const Values extends readonly string[]>(values: Values) =>
      Type.Unsafe<Values[number]>({ enum: [...values] }),

    byHandle: <Entry extends TSchema>(entry: Entry) =>
      Type.Record(Type.String({ pattern: handlePattern }), entry, {
        title: 'a mapping of handles to entries',
        ...strict,
      }),

    week: <Day extends TSchema>(day: Day) => {
      const days = Object.fromEntries(weekdays.map((name) => [name, Type.Optional(day)]))
      return Type.Object(days as Record<WeekdayName, ReturnType<typeof Type.Optional<Day>>>, {
        title: 'a mapping of weekdays, monday to sunday',
        ...strict,
      })
    },

    /** A day, a range of days, or in a demo file a number of days after the salon's creation. */
    days: {
      day: Type.Optional(date()),
      from: Type.Optional(date()),
      to: Type.Optional(date()),
      in: Type.Optional(
        Type.String({
          title: 'a number of days such as 12 days',
          pattern: '^-?\\d{1,3} days?$',
          description: 'Only in a demo salon.',
        }),
      ),
    },
  }
}
