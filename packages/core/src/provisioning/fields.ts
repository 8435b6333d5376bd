import { isDeepStrictEqual } from 'node:util'
import type {
  CardFees,
  CardPolicy,
  Deposit,
  DepositPolicy,
  Field,
  FieldsOf,
  FieldType,
  FieldValues,
  RefundTier,
  Translated,
} from '@silla/db'
import { formatAmount, toMajor } from '@silla/money'
import { phaseTexts } from '../catalog/phases.ts'
import {
  type ParseContext,
  parseBasisPoints,
  parseCents,
  parseText,
} from './salon-file/parse/values.ts'
import type { Path } from './salon-file/parse/yaml-document.ts'
import type { SerializeText } from './salon-file/serialize/values.ts'

// What follows from the lists of fields of @silla/db: how a record is read from a salon file,
// written to one, and compared by a plan.

/**
 * Parses the keys of an entry. An omitted key has its default.
 * @param input the entry, with the mappings of its sections
 * @param own the values that depend on other keys or on other parts of the file
 */
export function parseFields<Row extends object>(
  fields: FieldsOf<Row>,
  input: Record<string, unknown>,
  own: Partial<Row>,
  path: Path,
  context: ParseContext,
): Row {
  const parsed = entriesOf(fields).map(([property, field]) => {
    const keys = keysOf(field)
    const value = keys.reduce<unknown>(
      (holder, key) => (holder as Record<string, unknown> | undefined)?.[key],
      input,
    )
    if (property in own || value === undefined) return [property, field.default]
    return [property, typeOf(field.type).parse(value as never, [...path, ...keys], context)]
  })
  return { ...Object.fromEntries(parsed), ...own }
}

/**
 * The entry of a record in a salon file, with the mappings of its sections.
 * @param record a property that it lacks is omitted
 * @param options.defaults whether the defaults are written too
 */
export function serializeFields<Row extends object>(
  fields: FieldsOf<Row>,
  record: Partial<Row>,
  text: SerializeText,
  { defaults } = { defaults: false },
): Record<string, unknown> {
  const entry: Record<string, unknown> = {}
  for (const [property, { section, key, type, ...field }] of entriesOf(fields)) {
    const value: unknown = record[property as keyof Row]
    const isDefault = field.default !== undefined && isDeepStrictEqual(value, field.default)
    if (value === undefined || (isDefault && !defaults)) continue
    const written = typeOf(type).serialize(value, text)
    if (written === undefined) continue
    if (section === undefined) entry[key] = written
    else entry[section] = { ...(entry[section] as object | undefined), [key]: written }
  }
  return entry
}

/**
 * The values of a record as text, by the labels that a plan shows; a text has one per language.
 * @param first the properties that come first, where the order is not that of the list
 */
export function labelledValues<Row extends object>(
  fields: FieldsOf<Row>,
  record: Row,
  first: readonly (keyof Row)[] = [],
): Record<string, string> {
  const properties = new Set([...first, ...entriesOf(fields).map(([property]) => property)])
  const labelled = [...properties].flatMap((property) => {
    const { type, label } = fields[property as keyof Row] as Field
    const value: unknown = record[property as keyof Row]
    if (type === 'text') return labelledTexts(label, value as Translated)
    if (type === 'texts')
      return (value as Translated[]).flatMap((text, index) =>
        labelledTexts(`${label} ${index + 1}`, text),
      )
    return [[label, typeOf(type).show(value)]]
  })
  return Object.fromEntries(labelled)
}

/** A text by language: `description (es)`. */
export const labelledTexts = (label: string, text: Translated): [string, string][] =>
  Object.entries(text).map(([language, line]) => [`${label} (${language})`, line])

export const entriesOf = (fields: object): [property: string, Field][] => Object.entries(fields)

/** Where a field is in its entry of a salon file. */
export const keysOf = ({ section, key }: Field): string[] =>
  section === undefined ? [key] : [section, key]

interface TypeOfField<Value> {
  /** The schema has checked the form of the input. */
  parse(input: never, path: Path, context: ParseContext): Value
  /** undefined: the key is omitted */
  serialize(value: Value, text: SerializeText): unknown
  /** '' for no value; texts are shown by language. */
  show(value: Value): string
}

const asItIs = <Value>() => ({
  parse: (input: Value) => input,
  serialize: (value: Value): unknown => value,
  show: String,
})

/** null is omitted. */
const orNone = <Value>() => ({
  parse: (input: Value) => input,
  serialize: (value: Value | null): unknown => value ?? undefined,
  show: (value: Value | null) => (value === null ? '' : String(value)),
})

const types: { [Type in FieldType]: TypeOfField<FieldValues[Type]> } = {
  text: {
    parse: (input, _path, context) => parseText(input, context),
    serialize: (value, text) => text(value),
    show: () => '',
  },
  texts: {
    parse: (input: (string | Translated)[], _path, context) =>
      input.map((each) => parseText(each, context)),
    serialize: (value, text) => value.map((each) => text(each)),
    show: () => '',
  },
  line: asItIs(),
  choice: asItIs(),
  number: asItIs(),
  numberOrNone: orNone(),
  coordinate: orNone(),
  days: { ...asItIs(), show: (days) => `${days} days` },
  minutes: { ...asItIs(), show: (minutes) => `${minutes} min` },
  minutesOrNone: { ...asItIs(), show: (minutes) => (minutes === 0 ? '' : `${minutes} min`) },
  hoursOrNever: {
    parse: (input: number | 'never') => (input === 'never' ? null : input),
    serialize: (hours) => hours ?? 'never',
    show: (hours) => (hours === null ? 'never' : `${hours} h`),
  },
  phases: {
    ...asItIs(),
    // unbroken work of the whole duration is not written
    serialize: (phases) => (phases.length === 1 ? undefined : phaseTexts(phases)),
    show: (phases) => (phases.length === 1 ? '' : phaseTexts(phases).join(', ')),
  },
  price: { parse: parseCents, serialize: toMajor, show: formatAmount },
  offerPrice: {
    parse: parseCents,
    serialize: (cents) => (cents === null ? undefined : toMajor(cents)),
    show: (cents) => (cents === null ? '' : formatAmount(cents)),
  },
  percentOrNone: {
    parse: parseBasisPoints,
    serialize: (points) => (points === null ? undefined : toMajor(points)),
    show: (points) => (points === null ? '' : `${toMajor(points)}%`),
  },
  image: asItIs(),
  images: { ...asItIs(), show: (urls) => urls.join(' ') },
  lineOrNone: orNone(),
  deposit: {
    parse: parseDeposit,
    serialize: (deposit) => (deposit === null ? undefined : serializeDeposit(deposit)),
    show: (deposit) => (deposit === null ? '' : depositText(deposit)),
  },
  depositPolicy: {
    parse: (input: PolicyInput, path, context) => ({
      ...parseDeposit(input, path, context),
      ...parseReach(input, path, context),
    }),
    serialize: (policy) =>
      policy === null
        ? undefined
        : {
            ...serializeDeposit(policy),
            ...serializeReach(policy),
          },
    show: (policy) => (policy === null ? '' : policyText(policy)),
  },
  cardFees: {
    parse: parseCardFees,
    serialize: (fees) => (fees === null ? undefined : serializeCardFees(fees)),
    show: (fees) => (fees === null ? '' : cardFeesText(serializeCardFees(fees))),
  },
  cardPolicy: {
    parse: (input: CardInput, path, context) => ({
      ...parseCardFees(input),
      ...parseReach(input, path, context),
    }),
    serialize: (policy) =>
      policy === null
        ? undefined
        : {
            ...serializeCardFees(policy),
            ...serializeReach(policy),
          },
    show: (policy) => (policy === null ? '' : cardText(policy)),
  },
  refundTiers: {
    parse: parseTiers,
    serialize: (tiers) => tiers,
    show: (tiers) => tiers.map(({ hours, percent }) => `${percent}% from ${hours} h`).join(', '),
  },
  yesOrNo: { ...asItIs(), show: (value) => (value ? 'yes' : 'no') },
  stock: { ...asItIs(), show: (stock) => (stock === null ? 'not counted' : String(stock)) },
  units: asItIs(),
  reference: asItIs(),
  references: { ...asItIs(), show: (handles) => handles.join(', ') },
}

interface DepositInput {
  percent?: number
  amount?: number
}

interface PolicyInput extends DepositInput, ReachInput {}

/** Of whom and from which total a policy of the salon wants something. */
interface ReachInput {
  only_new_customers?: boolean
  from_total?: number
}

interface Reach {
  onlyNewCustomers: boolean
  fromTotalCents: number
}

function parseReach(
  { only_new_customers, from_total }: ReachInput,
  path: Path,
  context: ParseContext,
): Reach {
  return {
    onlyNewCustomers: only_new_customers ?? false,
    fromTotalCents:
      from_total === undefined ? 0 : parseCents(from_total, [...path, 'from_total'], context),
  }
}

const serializeReach = ({ onlyNewCustomers, fromTotalCents }: Reach): ReachInput => ({
  ...(onlyNewCustomers && { only_new_customers: true }),
  ...(fromTotalCents > 0 && { from_total: toMajor(fromTotalCents) }),
})

/** The schema has checked that it is one of the two. */
function parseDeposit(
  { percent, amount }: DepositInput,
  path: Path,
  context: ParseContext,
): Deposit {
  return {
    percent: percent ?? null,
    amountCents: amount === undefined ? null : parseCents(amount, [...path, 'amount'], context),
  }
}

const serializeDeposit = ({ percent, amountCents }: Deposit): DepositInput =>
  amountCents === null ? { percent: percent ?? 0 } : { amount: toMajor(amountCents) }

const depositText = ({ percent, amountCents }: Deposit): string =>
  amountCents === null ? `${percent}%` : formatAmount(amountCents)

const policyText = ({ onlyNewCustomers, fromTotalCents, ...deposit }: DepositPolicy): string =>
  [
    depositText(deposit),
    ...(onlyNewCustomers ? ['of new customers'] : []),
    ...(fromTotalCents > 0 ? [`from ${formatAmount(fromTotalCents)}`] : []),
  ].join(' ')

/** What of the price may be charged to a card, as a file has it. */
export interface CardFeesInput {
  no_show: { percent: number }
  late_cancel: { percent: number }
}

interface CardInput extends CardFeesInput, ReachInput {}

function parseCardFees({ no_show, late_cancel }: CardFeesInput): CardFees {
  return { noShowPercent: no_show.percent, lateCancelPercent: late_cancel.percent }
}

const serializeCardFees = ({ noShowPercent, lateCancelPercent }: CardFees): CardFeesInput => ({
  no_show: { percent: noShowPercent },
  late_cancel: { percent: lateCancelPercent },
})

/** First of a no-show. */
export const cardFeesText = ({ no_show, late_cancel }: CardFeesInput): string =>
  `${no_show.percent}% / ${late_cancel.percent}%`

const cardText = (policy: CardPolicy): string =>
  [
    cardFeesText(serializeCardFees(policy)),
    ...(policy.onlyNewCustomers ? ['of new customers'] : []),
    ...(policy.fromTotalCents > 0 ? [`from ${formatAmount(policy.fromTotalCents)}`] : []),
  ].join(' ')

/** The most hours first. */
function parseTiers(input: readonly RefundTier[], path: Path, context: ParseContext): RefundTier[] {
  for (const [index, { hours }] of input.entries()) {
    const isRepeated = input.findIndex((tier) => tier.hours === hours) < index
    if (isRepeated)
      context.addProblem([...path, index, 'hours'], `there are two tiers of ${hours} h`)
  }
  return input
    .map(({ hours, percent }) => ({ hours, percent }))
    .sort((one, other) => other.hours - one.hours)
}

const typeOf = (type: FieldType) => types[type] as TypeOfField<unknown>
