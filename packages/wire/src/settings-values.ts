import type {
  CardFees,
  CardPolicy,
  Deposit,
  DepositPolicy,
  JsonSchema,
  RefundTier,
  SettingFieldRule,
  Translated,
} from '@silla/core'
import type { FieldProblem, Problem } from '@silla/errors'
import { type Language, languages } from '@silla/locale'
import { toMajor } from '@silla/money'
import { type TSchema, Type } from 'typebox'
import { PhaseWire, serializePhases } from './phases.ts'
import {
  CardFeesWire,
  CardGuaranteeWire,
  DepositPolicyWire,
  DepositWire,
  RefundTierWire,
  serializeCardFees,
  serializeCardGuarantee,
  serializeDeposit,
  serializeDepositPolicy,
  serializeRefundTiers,
} from './policies.ts'
import { closed, identifier, nullable, optionalFlag, ref, text } from './schema.ts'

// The values of settings on the wire, by the type of their field in the salon file. What is allowed
// follows from the schema of the salon file.

type FieldType = SettingFieldRule['type']

/** A text in each language of the salon that has it. */
export const TextsWire = closed(
  Object.fromEntries(
    languages.map((language) => [language, Type.Optional(text(`In ${language}`))]),
  ) as Record<Language, ReturnType<typeof Type.Optional<ReturnType<typeof text>>>>,
  { $id: 'Textos', description: 'A text by language' },
)

/** A part of a service, in a request. */
export const PhaseInput = closed(PhaseWire.properties, { description: 'A part of a service' })

/** One kind of value; problems are added to those of the request. */
interface ValueType {
  input(schema: JsonSchema, description: string): TSchema
  output(description: string): TSchema
  parse(value: unknown, addProblem: (problem: Problem) => void): unknown
  serialize(value: unknown): unknown
}

/** The words of the wire for the words of the code, where they differ. */
export type Words = Readonly<Record<string, string>>

const asItIs = { parse: (value: unknown) => value, serialize: (value: unknown) => value }

const limits = ({ minimum, maximum }: JsonSchema) => ({
  ...(minimum !== undefined && { minimum }),
  ...(maximum !== undefined && { maximum }),
})

const string = (schema: JsonSchema, description: string) => {
  const { pattern, minLength, maxLength } = schema
  return Type.String({
    description,
    ...(pattern !== undefined && { pattern }),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
  })
}

const wholeNumber: ValueType = {
  input(schema, description) {
    const values = schema.anyOf?.map(({ const: value }) => value)
    return values?.every((value) => typeof value === 'number')
      ? Type.Unsafe<number>({ type: 'integer', enum: values, description })
      : Type.Integer({ ...limits(schema), description })
  },
  output: (description) => Type.Integer({ description }),
  ...asItIs,
}

const orNull = (type: ValueType): ValueType => ({
  ...type,
  output: (description) => nullable(type.output(description)),
})

const line: ValueType = {
  input: string,
  output: text,
  parse: (value, addProblem) => cleanText(value as string, addProblem),
  serialize: (value) => value,
}

const money: ValueType = {
  input: (schema, description) => Type.Number({ ...limits(schema), description }),
  output: (description) => Type.Number({ description }),
  parse: (value, addProblem) => parseCents(value as number, addProblem),
  serialize: (cents) => (cents === null ? null : toMajor(cents as number)),
}

const whole = (description: string, schema: JsonSchema = {}) =>
  Type.Integer({ ...limits(schema), description })

const price = (description: string) => Type.Number({ minimum: 0, maximum: 1_000_000, description })

const percentInput = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 100, description })

const depositInput = {
  porcentaje: Type.Optional(
    nullable(
      Type.Integer({ minimum: 0, maximum: 100, description: 'Of the price of each service' }),
    ),
  ),
  importe: Type.Optional(nullable(price('For each service'))),
}

const cardFeesInput = {
  no_show: percentInput('Of the price, for somebody who does not come'),
  cancelacion_tardia: percentInput('Of the price, for a late cancellation'),
}

/** A text in at least one language. */
export const textsInput = (maxLength: number, description: string) =>
  Type.Object(
    Object.fromEntries(
      languages.map((language) => [
        language,
        Type.Optional(Type.String({ minLength: 1, maxLength, description: `In ${language}` })),
      ]),
    ),
    { additionalProperties: false, minProperties: 1, description },
  )

const textsOf = (schema: JsonSchema, description: string) =>
  textsInput(schema.anyOf?.[0]?.maxLength ?? 0, description)

const listOf = (schema: JsonSchema, items: TSchema, description: string) =>
  Type.Array(items, {
    description,
    ...(schema.maxItems !== undefined && { maxItems: schema.maxItems }),
  })

export const valueTypes: Record<Exclude<FieldType, 'choice'>, ValueType> = {
  text: {
    input: textsOf,
    output: (description) => ({ ...ref(TextsWire), description }),
    parse: (value, addProblem) => parseTexts(value as Translated, addProblem),
    serialize: (value) => value,
  },
  texts: {
    input: (schema, description) =>
      listOf(schema, textsOf(schema.items ?? {}, 'A text by language'), description),
    output: (description) => Type.Array(ref(TextsWire), { description }),
    parse: (value, addProblem) =>
      (value as Translated[]).map((each) => parseTexts(each, addProblem)),
    serialize: (value) => value,
  },
  line,
  lineOrNone: orNull(line),
  image: line,
  images: {
    input: (schema, description) =>
      listOf(schema, string(schema.items ?? {}, 'Address of an image'), description),
    output: (description) => Type.Array(text('Address of an image'), { description }),
    parse: (value, addProblem) => (value as string[]).map((url) => cleanText(url, addProblem)),
    serialize: (value) => value,
  },
  number: wholeNumber,
  days: wholeNumber,
  minutes: wholeNumber,
  minutesOrNone: wholeNumber,
  units: wholeNumber,
  stock: orNull(wholeNumber),
  numberOrNone: orNull(wholeNumber),
  hoursOrNever: orNull({
    ...wholeNumber,
    input: (schema, description) => wholeNumber.input(schema.anyOf?.[0] ?? {}, description),
  }),
  coordinate: orNull({
    input: (schema, description) => Type.Number({ ...limits(schema), description }),
    output: (description) => Type.Number({ description }),
    ...asItIs,
  }),
  price: money,
  offerPrice: orNull(money),
  // hundredths of a percent have two decimals too
  percentOrNone: orNull(money),
  yesOrNo: {
    input: (_, description) => Type.Boolean({ description }),
    output: (description) => Type.Boolean({ description }),
    ...asItIs,
  },
  deposit: {
    input: (_, description) => closed(depositInput, { description }),
    output: () => nullable(DepositWire),
    parse: (value, addProblem) => parseDeposit(value as DepositInput, addProblem),
    serialize: (value) => serializeDeposit(value as Deposit),
  },
  depositPolicy: {
    input: (_, description) =>
      closed(
        {
          ...depositInput,
          solo_clientes_nuevos: optionalFlag('Only of customers who have not been there yet'),
          desde_total: Type.Optional(price('Only of visits that cost at least this')),
        },
        { description },
      ),
    output: () => nullable(DepositPolicyWire),
    parse: (value, addProblem) => parsePolicy(value as PolicyInput, addProblem),
    serialize: (value) => serializeDepositPolicy(value as DepositPolicy),
  },
  cardFees: {
    input: (_, description) => closed(cardFeesInput, { description }),
    output: () => nullable(CardFeesWire),
    parse: (value) => parseCardFees(value as CardFeesInput),
    serialize: (value) => serializeCardFees(value as CardFees),
  },
  cardPolicy: {
    input: (_, description) =>
      closed(
        {
          ...cardFeesInput,
          solo_clientes_nuevos: optionalFlag('Only of customers who have not been there yet'),
          desde_total: Type.Optional(price('Only of visits that cost at least this')),
        },
        { description },
      ),
    output: () => nullable(CardGuaranteeWire),
    parse: (value, addProblem) => parseCardPolicy(value as CardPolicyInput, addProblem),
    serialize: (value) => serializeCardGuarantee(value as CardPolicy),
  },
  refundTiers: {
    input: (schema, description) =>
      listOf(
        schema,
        closed(
          {
            horas: whole('Hours before the start, at least', schema.items?.properties?.hours),
            porcentaje: whole('What is refunded then', schema.items?.properties?.percent),
          },
          { description: 'A tier' },
        ),
        description,
      ),
    output: (description) => Type.Array(ref(RefundTierWire), { description }),
    parse: (value) =>
      (value as { horas: number; porcentaje: number }[]).map(
        ({ horas, porcentaje }): RefundTier => ({ hours: horas, percent: porcentaje }),
      ),
    serialize: (value) => serializeRefundTiers(value as RefundTier[]),
  },
  phases: {
    input: (schema, description) => listOf(schema, PhaseInput, description),
    output: (description) => Type.Array(ref(PhaseWire), { description }),
    parse: (value, addProblem) => parsePhases(value as Phase[], addProblem),
    serialize: (value) => serializePhases(value as number[]),
  },
  reference: { input: (_, description) => identifier(description), output: identifier, ...asItIs },
  references: {
    input: (schema, description) =>
      Type.Array(identifier('An id'), {
        description,
        uniqueItems: true,
        ...(schema.maxItems !== undefined && { maxItems: schema.maxItems }),
      }),
    output: (description) => Type.Array(identifier('An id'), { description }),
    ...asItIs,
  },
}

/** One of a few words. */
export function wordType(words: Words): ValueType {
  const wordOf = (value: string) => words[value] ?? value
  return {
    input: (schema, description) =>
      Type.Unsafe<string>({ type: 'string', enum: (schema.enum ?? []).map(wordOf), description }),
    output: text,
    parse: (value) => Object.keys(words).find((own) => words[own] === value) ?? value,
    serialize: (value) => wordOf(value as string),
  }
}

/** Types of fields whose null is a value; null elsewhere stands for what a new entry has. */
export const hasNull: ReadonlySet<FieldType> = new Set([
  'lineOrNone',
  'stock',
  'numberOrNone',
  'hoursOrNever',
  'coordinate',
  'offerPrice',
  'percentOrNone',
  'deposit',
  'depositPolicy',
  'cardFees',
  'cardPolicy',
])

interface DepositInput {
  porcentaje?: number | null
  importe?: number | null
}

interface PolicyInput extends DepositInput {
  solo_clientes_nuevos?: boolean
  desde_total?: number
}

interface Phase {
  tipo: string
  minutos: number
}

/** The phases of the salon file begin with work and alternate. */
export function parsePhases(phases: Phase[], addProblem: (problem: Problem) => void): number[] {
  const alternate = phases.every(({ tipo }, index) =>
    index % 2 === 0 ? tipo === 'trabajo' : tipo === 'espera',
  )
  if (!alternate) addProblem('bad_phases')
  return phases.map(({ minutos }) => minutos)
}

/** By its decimal text: 1.15 * 100 is 114.99999999999999. */
export function parseCents(price: number, addProblem: (problem: Problem) => void): number {
  const [matched, units = '', fraction = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(String(price)) ?? []
  if (matched === undefined) addProblem('two_decimals')
  return Number(units) * 100 + Number(fraction.padEnd(2, '0'))
}

function parseDeposit(
  { porcentaje, importe }: DepositInput,
  addProblem: (problem: Problem) => void,
): Deposit {
  if ((porcentaje ?? null) === null ? (importe ?? null) === null : (importe ?? null) !== null)
    addProblem('one_of_two')
  return {
    percent: porcentaje ?? null,
    amountCents: (importe ?? null) === null ? null : parseCents(importe as number, addProblem),
  }
}

interface CardFeesInput {
  no_show: number
  cancelacion_tardia: number
}

const parseCardFees = ({ no_show, cancelacion_tardia }: CardFeesInput): CardFees => ({
  noShowPercent: no_show,
  lateCancelPercent: cancelacion_tardia,
})

interface CardPolicyInput extends CardFeesInput {
  solo_clientes_nuevos?: boolean
  desde_total?: number
}

const parseCardPolicy = (
  input: CardPolicyInput,
  addProblem: (problem: Problem) => void,
): CardPolicy => ({
  ...parseCardFees(input),
  onlyNewCustomers: input.solo_clientes_nuevos ?? false,
  fromTotalCents: parseCents(input.desde_total ?? 0, addProblem),
})

const parsePolicy = (
  { solo_clientes_nuevos, desde_total, ...deposit }: PolicyInput,
  addProblem: (problem: Problem) => void,
): DepositPolicy => ({
  ...parseDeposit(deposit, addProblem),
  onlyNewCustomers: solo_clientes_nuevos ?? false,
  fromTotalCents: parseCents(desde_total ?? 0, addProblem),
})

/** In the order of the languages. */
export function parseTexts(value: Translated, addProblem: (problem: Problem) => void): Translated {
  const entries = languages.flatMap((language) => {
    const own = value[language]
    return own === undefined ? [] : [[language, cleanText(own, addProblem)]]
  })
  return Object.fromEntries(entries)
}

/** Normalized and trimmed, without the characters that a salon file may not have. */
function cleanText(value: string, addProblem: (problem: Problem) => void): string {
  const clean = value.trim().normalize('NFC')
  if (/[^\P{Cc}\n\r\t]|\p{Cs}/u.test(clean)) addProblem('bad_characters')
  else if (clean === '') addProblem('required')
  return clean
}

/** Collects the problems of one field. */
export const problemsOf =
  (problems: FieldProblem[]) =>
  (field: string) =>
  (problem: Problem): void => {
    if (!problems.some((other) => other.field === field)) problems.push({ field, problem })
  }
