/** What a booking shows of a salon, short enough for the URL of a GET. */
export const screenQuery = `{
negocio{id nombre telefono telefono_formateado direccion{calle ciudad codigo_postal pais}pagos{processor_publishable_key processor_account_id processor_script_url}configuracion{moneda timezone idioma_principal acepta_pagos_online tramos_reembolso{horas porcentaje} puntos_activo telefono_obligatorio canales_mensajes antelacion_maxima_dias tiempo_cancelacion_horas}}
categorias{id nombre descripcion}
servicios(reservable_online:true,page_size:60){items{id nombre descripcion duracion_minutos precio precio_oferta imagen_url puntos_canjea destacado categoria{id}profesionales_ids}pagination{has_next}}
peluqueros(page_size:40){items{id nombre cargo imagen_url valoracion_media total_resenas servicios_ids}pagination{has_next}}
}`
