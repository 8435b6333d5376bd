import type { Catalog } from '@silla/core'
import type { Language } from '@silla/locale'
import type { FastifyRequest } from 'fastify'
import { requestedLanguage } from '../http/languages.ts'

export const htmlType = 'text/html; charset=utf-8'

/** That of the visitor, else the salon's main language. */
export const languageFor = (request: FastifyRequest, catalog: Catalog): Language =>
  requestedLanguage(request) ?? catalog.settings.mainLanguage
