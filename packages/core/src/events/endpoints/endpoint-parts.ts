import { fail } from '@silla/errors'
import type { SecretsKeys } from '../../credentials/seal.ts'
import type { EndpointUrlProblem, ResolveEndpoint } from '../../ports/endpoint-url.ts'

/** What the use cases of endpoints work with, beside the salon. */
export interface EndpointParts {
  /** Encrypts the secrets of endpoints; null: there can be none. */
  secretsKeys: SecretsKeys | null
  resolve: ResolveEndpoint
}

/**
 * The URL of an endpoint as it is stored, after its host was resolved and every address checked
 * (D42).
 *
 * @throws INVALID_URL with the reason
 */
export async function checkedUrl(url: string, { resolve }: EndpointParts): Promise<string> {
  const resolved = await resolve(url)
  if (resolved.problem === null) return resolved.url.href
  fail('INVALID_URL', { problems: [{ field: 'url', problem: problems[resolved.problem] }] })
}

const problems = {
  malformed: 'url_malformed',
  scheme: 'url_scheme',
  port: 'url_port',
  credentials: 'url_credentials',
  not_found: 'url_not_found',
  lookup_failed: 'url_lookup_failed',
  not_public: 'url_not_public',
} as const satisfies Record<EndpointUrlProblem, string>
