import type { IncomingHttpHeaders } from 'node:http'
import type { Catalog } from '@silla/core'
import { fail } from '@silla/errors'
import { defaultLanguage, isLanguage, type Language, languages } from '@silla/locale'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

/** Sets the languages of a request once its tenant is known, and rejects unknown ones (D2, D7). */
export function addLanguages(app: FastifyInstance): void {
  app.decorateRequest('languages', null as never)

  app.addHook('onRequest', (request, _reply, done) => {
    const lang = langOf(request)
    const text = isLanguage(lang) ? lang : defaultLanguage
    const message = requestedLanguage(request)
    if (message !== null) done(setLanguages(request, text, message))
    // The promise is not returned: Fastify would take it as a second completion of the hook.
    else void mainLanguage(request).then((main) => done(setLanguages(request, text, main)), done)
  })

  app.addHook('preValidation', (request, _reply, done) => {
    const lang = langOf(request)
    if (lang !== undefined && !isLanguage(lang))
      fail('VALIDATION_ERROR', { problems: [unknownLanguage] })
    done()
  })
}

/** The language of an error message; the error may precede the languages of the request. */
export function messageLanguage(request: FastifyRequest): Language {
  return request.languages?.message ?? requestedLanguage(request) ?? defaultLanguage
}

/** The language of messages for a request without `lang`, as `addLanguages` sets it. */
export const languageOfHeaders = (headers: IncomingHttpHeaders, catalog: Catalog): Language =>
  acceptedLanguage(headers['accept-language']) ?? catalog.settings.mainLanguage

const unknownLanguage = {
  field: 'lang',
  problem: { keyword: 'not_one_of', limit: languages.join(', ') },
} as const

const langOf = (request: FastifyRequest): unknown =>
  (request.query as { lang?: unknown } | null)?.lang

/** The language that the caller requests: `lang`, else Accept-Language, else null. */
export function requestedLanguage(request: FastifyRequest): Language | null {
  const lang = langOf(request)
  return isLanguage(lang) ? lang : acceptedLanguage(request.headers['accept-language'])
}

const mainLanguage = async (request: FastifyRequest): Promise<Language> =>
  (await request.context.tenant.catalog()).settings.mainLanguage

function setLanguages(request: FastifyRequest, text: Language, message: Language): undefined {
  request.languages = { text, message }
}

const parsedHeaders = new Map<string, Language | null>()
const maxParsedHeaders = 500

/** Browsers send few different headers, so results are cached; a full cache is cleared. */
function acceptedLanguage(header: string | undefined): Language | null {
  if (header === undefined || header.length > 200) return null
  let language = parsedHeaders.get(header)
  if (language === undefined) {
    language = parseAcceptLanguage(header)
    if (parsedHeaders.size >= maxParsedHeaders) parsedHeaders.clear()
    parsedHeaders.set(header, language)
  }
  return language
}

/** The most preferred supported language, regardless of region. `*` is ignored. */
function parseAcceptLanguage(header: string): Language | null {
  for (const tag of new Negotiator({ headers: { 'accept-language': header } }).languages()) {
    const primary = tag.split('-', 1)[0]?.toLowerCase()
    if (isLanguage(primary)) return primary
  }
  return null
}
