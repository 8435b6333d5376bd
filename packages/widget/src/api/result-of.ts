import { Failure, toFailure } from './failure.ts'

/** What the client resolves to: the envelope of a success, or that of an error. */
export interface Answer<T> {
  data?: { data: T }
  error?: unknown
  response: Response
}

/** The data of a success; anything else throws a `Failure`. */
export async function resultOf<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await answer.catch(rethrow)
  if (data) return data.data
  throw failureOf(error, response)
}

export const rethrow = (error: unknown): never => {
  throw toFailure(error)
}

export function failureOf(body: unknown, response: Response): Failure {
  const refusal = (body as { error?: Failure['refusal'] } | undefined)?.error ?? null
  const retryAfterSeconds = Number(response.headers.get('Retry-After') ?? 0)
  const movedTo = response.headers.get('Location')
  // the error page of a proxy is no answer of the API
  return new Failure(refusal?.code ? refusal : null, { retryAfterSeconds, movedTo })
}
