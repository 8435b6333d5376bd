import type { Attributes } from '@opentelemetry/api'
import type { Processor, Processors } from '@silla/core'

type Recorded = <T>(method: string, attributes: Attributes, run: () => Promise<T>) => Promise<T>

/** The same processors; each call that returns a promise is recorded under its method's name. */
export function traceProcessors(processors: Processors, recorded: Recorded): Processors {
  const traced = new Map<Processor, Processor>()
  return (mode) => {
    const processor = processors(mode)
    if (processor === null) return null
    const known = traced.get(processor) ?? traceProcessor(processor, recorded)
    traced.set(processor, known)
    return known
  }
}

function traceProcessor(processor: Processor, recorded: Recorded): Processor {
  const members = Object.entries(processor).map(([method, member]) => [
    method,
    // a list is read page by page, as far as its reader goes on: it has no span
    typeof member !== 'function' || method.startsWith('list')
      ? member
      : (...input: [{ account?: string }?]) =>
          recorded(method, attributesOf(input[0]), () => member.apply(processor, input)),
  ])
  return Object.fromEntries(members)
}

const attributesOf = (input: { account?: string } | undefined): Attributes =>
  input?.account === undefined ? {} : { 'silla.processor_account': input.account }
