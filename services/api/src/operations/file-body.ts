import { Refusal } from '@silla/errors'
import type { FastifyError, RouteOptions } from 'fastify'
import { sendFailure } from '../http/error-handler.ts'
import type { Operation } from './operation.ts'

/** What a route takes whose body holds a file: a longer body, and FILE_TOO_LARGE for more. */
export const fileBody = ({
  maxBodyBytes,
}: Operation): Pick<RouteOptions, 'bodyLimit' | 'errorHandler'> =>
  maxBodyBytes === undefined
    ? {}
    : {
        bodyLimit: maxBodyBytes,
        errorHandler: (error, request, reply) => sendFailure(asFile(error), request, reply),
      }

/** A body that is too long holds a file that is. */
const asFile = (error: FastifyError): unknown =>
  error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? new Refusal('FILE_TOO_LARGE') : error
