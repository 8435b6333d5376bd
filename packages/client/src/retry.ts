/** How a request may be repeated. */
export interface RetryOptions {
  /** How many times it is sent again at most. */
  maxRetries: number
  maxRetryAfterSeconds: number
  /**
   * Whether sending it twice has the effect of sending it once: the API honours its
   * `Idempotency-Key`, or the request is idempotent by itself.
   */
  isRepeatable: boolean
}

/** Waiting times in milliseconds; those of Stripe's SDKs. */
const firstDelay = 500
const maxDelay = 5000

/**
 * Sends a request, and sends it again after a lost connection, a 5xx response, and the response
 * that another request with its `Idempotency-Key` is still running. A request that must not have
 * two effects is repeated only if the API has stated that the first one had none.
 *
 * Resolves to the last response, and throws the last network error.
 */
export async function fetchWithRetries(
  request: Request,
  { maxRetries, maxRetryAfterSeconds, isRepeatable }: RetryOptions,
): Promise<Response> {
  for (let retries = 0; ; retries++) {
    const isLast = retries >= maxRetries
    // a request can be sent only once
    const attempt = isLast ? request : request.clone()
    try {
      const response = await fetch(attempt)
      if (isLast || !(await isTemporary(response, isRepeatable))) return response
      // somebody who waits should know about it
      if (retryAfterSeconds(response) > maxRetryAfterSeconds) return response
      await response.body?.cancel()
      await wait(delayBefore(retries, response), request.signal)
    } catch (error) {
      if (isLast || !isRepeatable || request.signal.aborted) throw error
      await wait(delayBefore(retries), request.signal)
    }
  }
}

async function isTemporary(response: Response, isRepeatable: boolean): Promise<boolean> {
  if (response.status === 409) return response.headers.has('Retry-After')
  if (response.status < 500) return false
  return isRepeatable || (await hadNoEffect(response))
}

/** Only the API itself can tell; the 503 of a proxy may come after the effect. */
async function hadNoEffect(response: Response): Promise<boolean> {
  const error = await errorOf(response)
  return (
    (error?.code === 'SERVICE_UNAVAILABLE' || error?.code === 'BUSINESS_MOVING') &&
    error.resultado_desconocido !== true
  )
}

/** The error of a failure envelope. The response can still be read. */
export async function errorOf(
  response: Response,
): Promise<{ code?: string; resultado_desconocido?: true } | undefined> {
  const body = await response
    .clone()
    .json()
    .catch(() => null)
  return (body as { error?: object } | null)?.error
}

/** Grows exponentially, at random so that clients do not return all at once. */
function delayBefore(retries: number, response?: Response): number {
  const longest = Math.min(firstDelay * 2 ** retries, maxDelay)
  const delay = Math.max(firstDelay, longest * (0.5 + Math.random() / 2))
  return response ? Math.max(delay, retryAfterSeconds(response) * 1000) : delay
}

const retryAfterSeconds = (response: Response): number =>
  Number(response.headers.get('Retry-After') ?? 0)

/** Rejects with the reason of the signal when the caller aborts the request meanwhile. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(finish, milliseconds)
    signal.addEventListener('abort', abort, { once: true })

    function finish() {
      signal.removeEventListener('abort', abort)
      resolve()
    }

    function abort() {
      clearTimeout(timer)
      reject(signal.reason)
    }
  })
}
