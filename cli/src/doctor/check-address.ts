import { unreachable } from './banner-probe.ts'
import { type Finding, ok, problem } from './finding.ts'

const timeoutMilliseconds = 4000

/**
 * Whether the API responds at an address that people open.
 *
 * @param setting the environment variable that has it
 */
export async function checkAddress(check: string, setting: string, url: string): Promise<Finding> {
  const fix =
    `Check that ${setting} is right, that its name resolves, and that the proxy in front of the ` +
    'API passes requests on.'
  try {
    const { status } = await fetch(new URL('/healthz', url), {
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
    return status === 200
      ? ok(check, `The API responds at ${url}.`)
      : problem(check, `${url}/healthz responds with status ${status}.`, fix)
  } catch (error) {
    const cause = error instanceof TypeError ? (error.cause ?? error) : error
    return unreachable(check, `The API at ${url}`, cause, fix)
  }
}
