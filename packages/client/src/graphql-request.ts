import type { SillaClientOptions } from './options.ts'
import { isPublishable } from './send.ts'

export interface GraphqlOperation {
  query: string
  variables: unknown
  isMutation: boolean
}

/** The API accepts URLs of 8,192 characters, and some proxies fewer. */
const maxUrlLength = 6000

/**
 * A query that needs neither a secret key nor an access token is sent with GET: a browser sends no
 * preflight for it. With a token there would be one for each URL, and one for all POST requests.
 */
export function newGraphqlRequest(
  options: SillaClientOptions,
  operation: GraphqlOperation,
  init: RequestInit,
): Request {
  const { baseUrl, language, apiKey, auth } = options
  const { query, variables, isMutation } = operation
  const url = `${baseUrl.replace(/\/$/, '')}/api/v1/graphql`
  const lang = language ? { lang: language } : undefined
  const params = {
    ...lang,
    query,
    ...(variables === undefined ? {} : { variables: JSON.stringify(variables) }),
  }
  const read = `${url}?${new URLSearchParams(params)}`
  const isPublic = !isMutation && isPublishable(apiKey) && !auth?.accessToken
  if (isPublic && read.length <= maxUrlLength) return new Request(read, init)
  const request = new Request(lang ? `${url}?${new URLSearchParams(lang)}` : url, {
    ...init,
    method: 'POST',
    body: JSON.stringify({ query, variables }),
  })
  request.headers.set('Content-Type', 'application/json')
  return request
}
