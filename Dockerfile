# One image for all programs. The command chooses: dist/worker.js, dist/webhooks.js, dist/desk.js, dist/audit-signer.js,
# dist/retention.js, dist/starter.js.
# A release names the base by its digest: --build-arg NODE_IMAGE=node:24-slim@sha256:… (docs/RELEASE.md).
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
# Temporal's client reads the certificate authorities of the system, which the slim image lacks.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY packages/fixed-window-limiter/package.json packages/fixed-window-limiter/
RUN npm ci --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY migrations migrations
COPY examples examples
COPY packages packages
COPY src src
COPY web web
ARG COMMIT
RUN COMMIT="${COMMIT:?Give the commit: --build-arg COMMIT=...}" npm run package

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /build/build/package ./
RUN ln -s /app/dist/starter.js /usr/local/bin/starter
# By number, so that Kubernetes can see that it is not root. Nothing in the image belongs to this user.
USER 1000:1000
ENTRYPOINT ["node"]
CMD ["dist/worker.js"]
