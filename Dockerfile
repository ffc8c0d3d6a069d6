# The program in a container: `docker build --tag site .`, then in the folder of a site
# `docker run --rm --user "$(id -u):$(id -g)" --volume "$PWD:/site" site` builds it.
#
# A site with islands needs Node.js as well: `docker build --tag site --target with-node .`

FROM rust:1-alpine AS build
RUN apk add --no-cache build-base
WORKDIR /src
COPY . .
ARG SITE_COMMIT
RUN cargo build --locked --profile dist && cp target/dist/site /usr/local/bin/site

FROM node:22-alpine AS with-node
COPY --from=build /usr/local/bin/site /usr/local/bin/site
RUN mkdir /site && chown node:node /site
USER node
WORKDIR /site
ENTRYPOINT ["site"]
CMD ["build"]

FROM alpine:3
RUN adduser -D -h /site site
COPY --from=build /usr/local/bin/site /usr/local/bin/site
USER site
WORKDIR /site
ENTRYPOINT ["site"]
CMD ["build"]
