import type { CardFees, CardPolicy, Deposit, DepositPolicy, RefundTier } from './types/policies.ts'
import type { Translated } from './types/values.ts'

// The form of the lists in catalog-fields.ts and business-fields.ts: the fields of the records that a
// salon file has. What reads and writes a record follows from its list: the statements in queries/,
// in packages/core/src/provisioning the parser, the serializer, the lines of a plan and the columns
// of a CSV file, and the flags of `silla businesses update`. A list has exactly the properties of its
// record. Its order is the order in a file.

/** A field of a record for each of its properties, of a type that has the property's values. */
export type FieldsOf<Row> = { [Property in keyof Row]-?: FieldOf<Row[Property]> }

/** The types of fields, with the values that they have in the code. */
export interface FieldValues {
  text: Translated
  texts: Translated[]
  /** Text that is not translated. */
  line: string
  /** One of a few words. */
  choice: string
  number: number
  numberOrNone: number | null
  /** In degrees. */
  coordinate: number | null
  days: number
  minutes: number
  /** 0 is none. */
  minutesOrNone: number
  /** null: never */
  hoursOrNever: number | null
  phases: number[]
  price: number
  offerPrice: number | null
  /** In hundredths of a percent. */
  percentOrNone: number | null
  image: string
  images: string[]
  lineOrNone: string | null
  yesOrNo: boolean
  deposit: Deposit | null
  depositPolicy: DepositPolicy | null
  cardFees: CardFees | null
  cardPolicy: CardPolicy | null
  refundTiers: RefundTier[]
  stock: number | null
  /** How many units there are; each is a row of a table of their own. */
  units: number
  /** The handle of another record. Its id is stored, by the statement itself. */
  reference: string
  /** Handles of other records; they are stored in a table of their own. */
  references: string[]
}

export type FieldType = keyof FieldValues

type FieldOf<Value> = {
  [Type in FieldType]: [Widened<Value>, FieldValues[Type]] extends [
    FieldValues[Type],
    Widened<Value>,
  ]
    ? Field<Type, Value>
    : never
}[FieldType]

type Widened<Value> = Value extends string ? string : Value extends number ? number : Value

export interface Field<Type extends FieldType = FieldType, Value = FieldValues[Type]> {
  /** In a salon file, and the name of the column in a CSV file. */
  key: string
  /** The mapping of the salon file that contains the key, if it is not that of the record. */
  section?: string
  type: Type
  /** In a plan. */
  label: string
  /** Of an omitted key. Without a default the key is required, or its parser knows the value. */
  default?: Value
  /** Where it is not as `columnOf` has it: how it is selected, and inserted from `input`. */
  column?: { name: string; read: string; write: string }
  /** Of `silla businesses update`; null: that command cannot change the field. */
  flag?: FieldFlag<Value> | null
}

export interface FieldFlag<Value = unknown> {
  description: string
  /** The key with hyphens, unless it is given. */
  name?: string
  /** In the help, for the value: `URL`. */
  placeholder?: string
  /** The accepted values. */
  options?: readonly Value[]
}
