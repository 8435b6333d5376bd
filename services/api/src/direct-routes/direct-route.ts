import type { RequestContext } from '@silla/core'
import type { Language } from '@silla/locale'
import type { Params } from '@silla/wire'

/**
 * A read of one slot whose ordinary requests are handled without the router (direct-handler.ts). The
 * router handles all others, by the same functions.
 */
export interface DirectRoute<Query> {
  /** The pattern of its path, below the version prefix. */
  path: string
  /**
   * Parses the parameters of the path and of the query string. Null and a refusal leave the request
   * to the router.
   */
  parse(params: Params): Query | null
  /**
   * The text of the response, envelope included.
   *
   * @param language of messages
   */
  respond(context: RequestContext, query: Query, language: Language): Promise<string>
}
