"""Writes ``messages.binpb``: the descriptors of the messages that the gRPC server reads and writes.

They are taken from the SDKs that Google publishes (in the ``test`` extra), so that every field has the number
that those SDKs send. ``python -m app.grpc.descriptors`` after an upgrade; the server itself needs no SDK.
"""

import importlib
from pathlib import Path

from google.protobuf import descriptor_pb2, descriptor_pool

FILE = Path(__file__).with_name("messages.binpb")
# Importing a module registers its messages; the file of the message named, and all it imports, are kept.
SOURCES = {
    "google.longrunning.operations_pb2": "google.longrunning.Operation",
    "google.rpc.error_details_pb2": "google.rpc.BadRequest",
    "google.protobuf.empty_pb2": "google.protobuf.Empty",
    **{
        f"google.cloud.discoveryengine_{version}": (
            f"google.cloud.discoveryengine.{version}.CheckGroundingRequest"
        )
        for version in ("v1", "v1beta", "v1alpha")
    },
    **{
        f"google.cloud.aiplatform_{version}": f"google.cloud.aiplatform.{version}.CreateRagCorpusRequest"
        for version in ("v1", "v1beta1")
    },
}


def collect() -> descriptor_pb2.FileDescriptorSet:
    """The descriptor files of all ``SOURCES``, each after those that it imports."""
    pool = descriptor_pool.Default()
    kept: dict[str, descriptor_pb2.FileDescriptorProto] = {}

    def keep(name: str) -> None:
        if name in kept:
            return
        file = pool.FindFileByName(name)
        imported = sorted(
            one.name for one in file.dependencies
        )  # the SDKs' own order changes from run to run
        for one in imported:
            keep(one)
        kept[name] = descriptor_pb2.FileDescriptorProto()
        file.CopyToProto(kept[name])
        kept[name].dependency[:] = imported

    for module, message in SOURCES.items():
        importlib.import_module(module)
        keep(pool.FindFileContainingSymbol(message).name)
    return descriptor_pb2.FileDescriptorSet(file=kept.values())


if __name__ == "__main__":
    FILE.write_bytes(collect().SerializeToString(deterministic=True))
