import type { MappedList } from '@silla/core'

/** Data whose long lists may be serialized item by item, when they are written. */
export type ToWrite<Data> = {
  [Key in keyof Data]: Data[Key] extends readonly (infer Item)[]
    ? Data[Key] | MappedList<Item>
    : Data[Key]
}
