import type { DemoExamples, FindDemoExamples } from '@silla/api'
import type { DemoBusiness } from '../demo-file.ts'
import { type ExampleApiParts, openExampleApi } from './example-api.ts'
import { exampleQueries, exampleRequests } from './example-requests.ts'
import { openScene } from './scene.ts'

export interface DemoExamplesParts extends ExampleApiParts {
  businesses: readonly DemoBusiness[]
  /** Called when the examples cannot be made; the page then has those of the document. */
  onError(error: unknown): void
}

/**
 * What the examples at `/docs` and `/graphiql` need, so that each of them can be sent as it stands: ids
 * of the first demo salon, free times, a customer who is signed in, bookings to cancel and to pay. It
 * is made when one of the pages is opened; what nobody has used is used again.
 */
export function openDemoExamples(
  { businesses, onError, ...parts }: DemoExamplesParts,
  running: AsyncDisposableStack,
): FindDemoExamples {
  let opened: Promise<ReturnType<typeof openScene>> | undefined
  let last: Promise<unknown> = Promise.resolve()

  // one after the other: two at once would book the same times
  return () => {
    const next = last.then(find).catch((error) => {
      onError(error)
      return null
    })
    last = next
    return next
  }

  async function find(): Promise<DemoExamples | null> {
    const [business, another] = businesses
    if (!business || !another) return null
    opened ??= openExampleApi(parts, running).then((api) => openScene(api, { business, another }))
    const makeScene = await opened
    const scene = await makeScene()
    return {
      publishableKey: business.publishableKey,
      secretKey: business.secretKey,
      accessToken: scene.customer.accessToken,
      sessionToken: scene.people.token,
      requests: exampleRequests(scene),
      queries: exampleQueries(scene),
    }
  }
}
