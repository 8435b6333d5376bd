import type { Caller, Send } from './example-api.ts'

export interface Keep<Made, Data> {
  as: Caller
  path(made: Made): string
  make(): Promise<Made>
  /** Changes of everything else do not matter. Default: the whole response. */
  look?(data: Data, made: Made): unknown
}

/**
 * Makes something, or returns what was made under this name before as long as it can be read and looks
 * as it did then: nobody has cancelled, paid or deleted it.
 */
export type KeepUnused = <Made, Data = { id: number }>(
  name: string,
  keep: Keep<Made, Data>,
) => Promise<Made>

export function openKeepUnused(send: Send): KeepUnused {
  const kept = new Map<string, { made: unknown; look: string }>()

  return async <Made, Data>(
    name: string,
    { as, path, make, look = (data) => data }: Keep<Made, Data>,
  ) => {
    const lookOf = async (made: Made) =>
      JSON.stringify(look(await send<Data>(as, { path: path(made) }), made))
    const before = kept.get(name)
    if (before && (await lookOf(before.made as Made).catch(() => null)) === before.look)
      return before.made as Made
    const made = await make()
    kept.set(name, { made, look: await lookOf(made) })
    return made
  }
}
