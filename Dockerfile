# The server: `docker build --tag grundy .`, then `docker run --rm --publish 127.0.0.1:7878:7878 grundy`.
# Any other command of the program works too: `docker run --rm grundy solve nim 3 4 5`.
FROM rust:1.95-slim-trixie AS build
WORKDIR /grundy
COPY . .
RUN cargo build --profile dist --locked --package grundy-cli --features full

# No shell and no package manager: the program, the C library, and a user who may change nothing.
FROM gcr.io/distroless/cc-debian13:nonroot
COPY --from=build /grundy/target/dist/grundy /usr/local/bin/grundy
COPY LICENSE-MIT LICENSE-APACHE /usr/share/doc/grundy/
# Inside a container only its own network reaches this address; which machines do is said by `--publish`.
ENV GRUNDY_LISTEN=0.0.0.0
EXPOSE 7878
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s CMD ["/usr/local/bin/grundy", "serve", "--check"]
ENTRYPOINT ["/usr/local/bin/grundy"]
CMD ["serve"]
